"""MCP: tools, resources and prompts for AI assistants over HTTP and stdio, and the OAuth 2.1 server.

What other rooms call:

- `routes.mcp_routes(services)` gives the routes: /mcp, /oauth/… and their documents under /.well-known/.
- `stdio.run_stdio(services)` serves one local client over standard input and output.
"""
