"""The MCP server itself: tools, resources and a prompt behind the protocol of the official SDK.

The SDK speaks the revision 2026-07-28 and the older ones; here is only what this server has to offer. One
object serves any number of requests and keeps nothing between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from mcp import MCPError, types
from mcp.server import Server
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext

from soupis import __version__
from soupis.mcp import prompts, resources
from soupis.mcp.text import as_text
from soupis.mcp.tool_call import ToolCall
from soupis.mcp.tools import TOOLS
from soupis.queries import errors
from soupis.queries.errors import QueryError
from soupis.wire.mcp import Odpoved

_log = structlog.stdlib.get_logger(__name__)

INSTRUCTIONS = (
    "Soupis spojuje české registry firem. Začněte nástrojem vyhledat_firmy nebo vyhledat_osoby; IČO a klíče "
    "z odpovědí (navaznosti) berou ostatní nástroje. Data jsou informativní. DPH „neověřeno“ neznamená "
    "„neplátce“. / Soupis merges the Czech company registers. Start with vyhledat_firmy (companies) or "
    "vyhledat_osoby (persons); other tools take the IDs and keys of their answers (navaznosti). The data is "
    "informative. VAT “not verified” does not mean “not a payer”."
)
_HOUR = 3_600_000
_MANY = 50

Context = ServerRequestContext[Any, Any]
FindCall = Callable[[Context], ToolCall]


def build_server(find_call: FindCall) -> Server[Any]:
    """Return the server; `find_call` returns the call that a context belongs to."""
    tools = [tool.describe() for tool in TOOLS.values()]  # made once: it takes longer than most answers
    input_schemas = {tool.name: tool.input_schema for tool in tools}

    async def list_tools(_context: Context, _parameters: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        call = find_call(context)
        tool = TOOLS.get(parameters.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool {parameters.name[:60]!r}; see tools/list.")
        try:
            answer = await tool.call(call, parameters.arguments or {})
            async with call.charged():
                return await call.services.heavy.run_if(_is_long(answer), _result, answer)
        except QueryError as error:
            return _failed(call.text(error.message))
        except errors.UNREACHABLE as error:
            _log.error("store_unreachable", tool=tool.name, error=type(error).__name__)
            return _failed(call.text(errors.STORE_UNREACHABLE))
        except Exception:
            _log.exception("tool_failed", tool=tool.name)
            return _failed(call.text(errors.OUR_FAULT))

    async def list_resources(_context: Context, _parameters: Any) -> types.ListResourcesResult:
        # There are millions of them: they are reached by the templates.
        return types.ListResourcesResult(resources=[])

    async def list_templates(_context: Context, _parameters: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)

    async def read_resource(
        context: Context, parameters: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        call = find_call(context)
        try:
            text = await resources.read(call, str(parameters.uri))
        except QueryError as error:
            raise MCPError(types.INVALID_PARAMS, call.text(error.message)) from None
        except errors.UNREACHABLE as error:
            _log.error("store_unreachable", resource=str(parameters.uri), error=type(error).__name__)
            raise MCPError(types.INTERNAL_ERROR, call.text(errors.STORE_UNREACHABLE)) from None
        contents = types.TextResourceContents(uri=parameters.uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(_context: Context, _parameters: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[prompts.VERIFY_PARTNER])

    async def get_prompt(
        _context: Context, parameters: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        return prompts.get(parameters.name, parameters.arguments or {})

    public = CacheHint(ttl_ms=_HOUR, scope="public")
    return Server(
        "soupis",
        version=__version__,
        title="Soupis",
        description="České firmy a osoby z veřejných registrů / Czech companies of public registers",
        instructions=INSTRUCTIONS,
        cache_hints={
            "server/discover": public,
            "tools/list": public,
            "prompts/list": public,
            "resources/list": public,
            "resources/templates/list": public,
            "resources/read": CacheHint(ttl_ms=_HOUR // 60, scope="private"),
        },
        get_tool_input_schema=input_schemas.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _is_long(answer: Odpoved) -> bool:
    """Tell whether an answer names so many that writing it takes longer than the way to a thread is worth."""
    return len(answer.navaznosti.ico) + len(answer.navaznosti.klice) > _MANY


def _result(answer: Odpoved) -> types.CallToolResult:
    content = msgspec.to_builtins(answer)
    for name in Odpoved.__struct_encode_fields__:
        content[name] = content.pop(name)  # what all answers share comes last
    return types.CallToolResult(
        content=[types.TextContent(text=as_text(content))], structured_content=content
    )


def _failed(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=sentence)], is_error=True)
