"""Mail to the owners of accounts: templates, the outbox it waits in, and how it is sent."""
