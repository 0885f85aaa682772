import base64

import anyio
import mcp.types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from importer.unpack import INBOX, unpack

SCHEMA = {
    "type": "object",
    "properties": {"archive": {"type": "string", "contentEncoding": "base64"}, "batch": {"type": "integer"}},
    "required": ["archive", "batch"],
}


async def on_list_tools(ctx: ServerRequestContext, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(
        tools=[
            types.Tool(name="import_archive", description="Import a zip archive.", input_schema=SCHEMA),
            types.Tool(name="batches", description="List the batches.", input_schema={"type": "object"}),
        ]
    )


async def on_call_tool(ctx: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    match params.name:
        case "import_archive":
            blob = base64.b64decode(arguments["archive"], validate=True)
            names = await anyio.to_thread.run_sync(unpack, blob, int(arguments["batch"]))
            text = "\n".join(names)
        case "batches":
            text = "\n".join(sorted(entry.name for entry in INBOX.iterdir()))
        case unknown:
            return types.CallToolResult(content=[types.TextContent(type="text", text=f"no {unknown}")], is_error=True)
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


server = Server("importer", on_list_tools=on_list_tools, on_call_tool=on_call_tool)


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
