"""From evidence to findings. Pure: nothing here opens a file, runs a program or looks at a clock."""
