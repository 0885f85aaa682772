from fastmcp import FastMCP

from rows import late, shipments

mcp = FastMCP("shipping")


@mcp.tool
def shipments_to(city: str) -> str:
    """Shipments that went to a city, newest first."""
    return "\n".join(f"{number}\t{sent_at:%Y-%m-%d}" for number, _, sent_at in shipments(city))


@mcp.tool
def late_shipments() -> str:
    """Shipments that should have arrived."""
    return "\n".join(f"{number}\t{city}" for number, city, _ in late())


if __name__ == "__main__":
    mcp.run()
