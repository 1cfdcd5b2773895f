"""Who asks, and how much is left: accounts, API keys, tariffs, quotas and the one-export-at-a-time lock.

What other packages call:

- `access.Access` opens the package in a server process: `.client_ip`, `.authenticator`, `.quota`,
  `.directory`, `.sessions`, `.close()`.
- `client_ip.ClientIpFinder.of(scope)` finds the IP address of the client behind proxies.
- `callers.Authenticator.authenticate(headers, client_ip)` says who asks: `Anonymous`, `AccountCaller` or
  `Refused`. `sessions.session_caller` says whose browser calls.
- `quota.quota.Quota.take(caller, units, kind)`, `.peek(caller)`, `.refund(caller, decision, kind)` and
  `.begin_export(caller, units)` keep the limits; a `quota.counters.Decision` holds the figures of the
  rate-limit headers.
- `quota.tariffs.TARIFFS` is the price list.
- `directory.Directory` makes and lists accounts and keys; it refuses with `errors.AccountError`.
- `service.AccountService` is what owners do with their accounts on the site: registration, sign-in,
  passwords, mail, deletion; `.tariff_requests` for tariffs.
- `forms.read_form` reads a form, `same_origin.is_same_origin` tells whether a page of this site sent it.
- `errors.UnavailableError`: the database cannot be reached (502).

The rules themselves are in docs/quotas.md and docs/accounts.md.
"""
