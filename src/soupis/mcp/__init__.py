"""MCP: tools, resources and prompts for AI assistants over HTTP and stdio.

What other packages call:

- `routes.mcp_routes(services, oauth)` gives the route /mcp; /oauth/… is `soupis.oauth`.
- `stdio.run_stdio(services)` serves one local client over standard input and output.
"""
