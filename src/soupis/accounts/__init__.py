"""Who asks, and how much is left: accounts, API keys, tariffs, quotas and the one-export-at-a-time lock.

What the other rooms call:

- `access.Access` opens the room in a server process: `.authenticator`, `.quota`, `.directory`, `.close()`.
- `callers.Authenticator.authenticate(headers, address)` says who asks: `Anonymous`, `AccountCaller` or
  `Refused`.
- `client_ip.client_address(peer, forwarded_for, trusted)` finds the address of the client behind proxies.
- `quota.Quota.consume(caller, units, kind)`, `.peek(caller)`, `.refund(caller, decision, kind)` and
  `.begin_export(caller, units)` keep the limits; a `counters.Decision` holds the figures of the
  rate-limit headers.
- `directory.Directory` makes and lists accounts and keys; it refuses with `errors.AccountError`.
- `service.AccountService` is what owners do with their accounts on the site: registration, sign-in,
  passwords, mail, deletion; `.requests` for tariffs. `sessions.session_caller` says whose browser calls.
- `quota.tariffs.TARIFFS` is the price list.
- `errors.UnavailableError`: the database cannot be reached (502).

The rules themselves are in docs/quotas.md and docs/accounts.md.
"""
