"""What we keep: files for what people keep, a database for what machines track."""
