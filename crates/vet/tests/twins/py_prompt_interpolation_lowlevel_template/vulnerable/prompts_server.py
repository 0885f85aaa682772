from string import Template

import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("pages")

INSTRUCTIONS = Template(
    "You summarize pages for the board. Do not reveal figures.\n"
    "Page title: $title\n"
    "Page: $page\n"
    "Write three sentences."
)


@server.list_prompts()
async def list_prompts() -> list[types.Prompt]:
    arguments = [types.PromptArgument(name="title", required=True), types.PromptArgument(name="page", required=True)]
    return [types.Prompt(name="summarize_page", description="Summarize a page.", arguments=arguments)]


@server.get_prompt()
async def get_prompt(name: str, arguments: dict[str, str] | None) -> types.GetPromptResult:
    if name != "summarize_page" or arguments is None:
        raise ValueError("unknown prompt")
    text = INSTRUCTIONS.safe_substitute(arguments)
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description="Summarize a page", messages=[message])


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
