"""The OAuth 2.1 authorization server: metadata, registration, grants, tokens, and their tables.

What other packages call:

- `server.AuthorizationServer` opens it in a server process over `accounts.access.Access`; the consent page
  (`soupis.web.consent`) asks its `find_target`, `check_request`, `answer_url` and `grants.allow`.
- `server.AuthorizationServer.grants` also says whose account an access token opens (`account_of`) and which
  applications an account is connected to (`connections`, `disconnect`).
- `endpoints.oauth_routes(server)` gives the endpoints that applications call.
- `metadata.challenge(base_url)` is the WWW-Authenticate header that leads a client here.

The rules are in docs/mcp.md, why it is our own in docs/decisions/0008-mcp-by-the-sdk-oauth-by-hand.md.
"""
