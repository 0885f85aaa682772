from fastmcp import FastMCP

import sessions

sheet = FastMCP("sheet")
current = sessions.State()


@sheet.tool(name="restore_session")
def restore(token: str) -> str:
    """Go on with a session that was saved before."""
    global current
    current = sessions.thaw(token)
    return f"restored {current.title} with {len(current.cells)} cells"


@sheet.tool
def cell(name: str) -> float:
    """Read a cell."""
    return current.cells.get(name, 0.0)


if __name__ == "__main__":
    sheet.run()
