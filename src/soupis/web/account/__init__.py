"""The pages of accounts: registration, sign-in, keys, use, connected applications, the operator's page."""
