from fastmcp import FastMCP

from .runner import Runner

mcp = FastMCP("hostinfo")
runner = Runner()


@mcp.tool
def disk_usage_of(folder: str, depth: int = 1) -> str:
    """How much space a folder takes."""
    return runner.run(["du", "-h", "-d", str(depth), "--", folder]).text()


@mcp.tool
def busiest_processes() -> str:
    """The ten processes that use most of the processor."""
    return runner.run("ps aux --sort=-%cpu | head -n 11").text()


def main() -> None:
    mcp.run()


if __name__ == "__main__":
    main()
