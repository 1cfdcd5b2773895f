"""Search: indexes of companies and persons, how they are built and followed, queried and ranked."""
