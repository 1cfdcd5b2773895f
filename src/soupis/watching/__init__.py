"""Watched companies: lists of accounts, webhooks and mails about changes, daily look-ups in the registers."""
