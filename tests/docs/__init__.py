"""Pages of docs/ tell what the code does."""
