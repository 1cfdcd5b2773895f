"""What several suites stand on: a demo data directory, a real server on a socket, fresh callers."""
