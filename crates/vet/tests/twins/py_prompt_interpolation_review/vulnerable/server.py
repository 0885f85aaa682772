from mcp.server.fastmcp import FastMCP

mcp = FastMCP("reviews")
CHECKLIST = ("names", "tests", "error handling")


@mcp.prompt()
def review_change(diff: str, audience: str) -> str:
    """Review a change."""
    return (
        "You are a careful reviewer. Never approve a change that has no test.\n"
        f"Write for {audience}. Look at {', '.join(CHECKLIST)}.\n"
        f"The change: {diff}\n"
        "Answer with APPROVE or REJECT and your reasons."
    )


@mcp.tool()
def checklist() -> list[str]:
    """What a review looks at."""
    return list(CHECKLIST)


if __name__ == "__main__":
    mcp.run()
