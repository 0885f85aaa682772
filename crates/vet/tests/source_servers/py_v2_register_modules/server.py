"""Greetings; each module registers its own tools."""

import importlib.metadata

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

import farewells

READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
GREETINGS = {"en": "Hello", "fr": "Bonjour", "de": "Guten Tag"}
VERSION_TOOL = "server_version"


class Person(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    language: str = "en"


app = MCPServer("greetings")


@app.tool(annotations=READ_ONLY)
async def greet(person: Person, ctx: Context) -> str:
    """Greet somebody in their language."""
    return f"{GREETINGS.get(person.language, GREETINGS['en'])}, {person.name}!"


@app.tool(name="languages", title="Languages", annotations=READ_ONLY)
def known_languages() -> list[str]:
    """The languages that are known."""
    return sorted(GREETINGS)


@app.tool(VERSION_TOOL, description="The version of the SDK.")
def version() -> str:
    return importlib.metadata.version("mcp")


farewells.register(app)

if __name__ == "__main__":
    app.run(transport="stdio")
