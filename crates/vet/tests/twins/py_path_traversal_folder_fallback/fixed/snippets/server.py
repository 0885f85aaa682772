from pathlib import PurePath

from mcp.server.fastmcp import FastMCP

from layout import FOLDERS, STORE

mcp = FastMCP("snippets")


def file_name(title: str) -> str:
    return PurePath(title).name or "untitled"


@mcp.tool()
def save_snippet(kind: str, title: str, body: str) -> str:
    """Keep a snippet of code for later.

    Args:
        kind: python, shell or query
        title: a short title
        body: the code itself
    """
    folder = FOLDERS.get(kind)
    if folder is None:
        raise ValueError(f"kind must be one of {', '.join(FOLDERS)}")
    target = STORE / folder / file_name(title)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(body, encoding="utf-8")
    return f"Saved as {target.name}"


@mcp.tool()
def count_snippets() -> dict[str, int]:
    """Number of snippets of each kind."""
    return {kind: len(list((STORE / folder).glob("*"))) for kind, folder in FOLDERS.items()}


if __name__ == "__main__":
    mcp.run(transport="stdio")
