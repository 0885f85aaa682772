from typing import Any

import yaml
from mcp.server.mcpserver import MCPServer

server = MCPServer("boards")
BOARDS: dict[str, Any] = {}
TEMPLATE = """
columns: [todo, doing, done]
"""


def parse(document: str) -> dict[str, Any]:
    try:
        loaded = yaml.load(document, Loader=yaml.SafeLoader)
    except yaml.YAMLError as problem:
        raise ValueError("the document is not YAML") from problem
    if not isinstance(loaded, dict):
        raise ValueError("a board is a mapping")
    return loaded


@server.tool()
def import_board(name: str, document: str) -> str:
    """Import a board from a YAML document."""
    BOARDS[name] = parse(document)
    return f"imported {name}"


@server.tool()
def new_board(name: str) -> dict[str, Any]:
    """Create an empty board."""
    BOARDS[name] = yaml.load(TEMPLATE, Loader=yaml.FullLoader)
    return BOARDS[name]


if __name__ == "__main__":
    server.run()
