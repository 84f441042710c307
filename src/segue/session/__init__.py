"""The records of a session. Everyone may import `segue.session.records`; nothing else lives here."""
