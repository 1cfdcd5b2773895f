"""The OAuth 2.1 authorization server: metadata, applications, consent, tokens."""
