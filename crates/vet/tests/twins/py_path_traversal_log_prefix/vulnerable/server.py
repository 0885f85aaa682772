from collections import deque
from pathlib import Path

from fastmcp import FastMCP

mcp = FastMCP(name="logs")
LOG_ROOT = Path("/var/log/billing")


@mcp.tool
def tail_log(service: str, day: str, lines: int = 50) -> str:
    """Show the last lines of a service's log for one day."""
    candidate = LOG_ROOT / service / f"{day}.log"
    if not str(candidate).startswith(str(LOG_ROOT)):
        raise PermissionError("outside of the log directory")
    kept: deque[str] = deque(maxlen=lines)
    with candidate.open() as handle:
        for line in handle:
            kept.append(line.rstrip("\n"))
    return "\n".join(kept)


@mcp.tool
def list_services() -> list[str]:
    """Names of the services that write logs."""
    return [entry.name for entry in LOG_ROOT.iterdir() if entry.is_dir()]


if __name__ == "__main__":
    mcp.run()
