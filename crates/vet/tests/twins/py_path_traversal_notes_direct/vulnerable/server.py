"""Notes for a personal vault, one Markdown file each."""

import os

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("vault")

VAULT = os.path.realpath(os.environ.get("VAULT_DIR", "./vault"))


@mcp.tool()
def list_notes() -> list[str]:
    """List the notes in the vault."""
    return sorted(entry for entry in os.listdir(VAULT) if entry.endswith(".md"))


@mcp.tool()
def read_note(name: str) -> str:
    """Return the text of a note."""
    with open(os.path.join(VAULT, name), encoding="utf-8") as note:
        return note.read()


if __name__ == "__main__":
    mcp.run()
