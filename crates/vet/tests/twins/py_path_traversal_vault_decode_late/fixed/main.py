import os

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError

from vault import Vault, VaultError

mcp = FastMCP("obsidian-reader", instructions="Reads notes of one Obsidian vault.")
vault = Vault(os.environ.get("OBSIDIAN_VAULT", "~/vault"))


@mcp.tool
async def read_note(note: str, ctx: Context) -> str:
    """Read a note. `note` may be taken from an obsidian:// link and is percent-decoded."""
    await ctx.info(f"reading {note!r}")
    try:
        return await vault.read(note)
    except VaultError as error:
        raise ToolError(str(error)) from error
    except FileNotFoundError:
        raise ToolError("no such note") from None


@mcp.tool
def list_notes(limit: int = 200) -> list[str]:
    """Names of the notes of the vault."""
    return vault.names(limit)


@mcp.resource("vault://stats")
def stats() -> dict[str, int]:
    return {"notes": len(vault.names(10_000))}


if __name__ == "__main__":
    mcp.run(transport="stdio")
