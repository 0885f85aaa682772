import os

from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings

HOST = "127.0.0.1"
security = TransportSecuritySettings(
    enable_dns_rebinding_protection=True,
    allowed_hosts=["127.0.0.1:*", "localhost:*"],
    allowed_origins=["http://localhost:*"],
)
PORT = int(os.environ.get("HOME_PORT", "8765"))

mcp = FastMCP("home", host=HOST, port=PORT, transport_security=security)


@mcp.tool()
def list_devices() -> list[str]:
    """Devices in the house."""
    return ["lamp", "heating"]


if __name__ == "__main__":
    mcp.run(transport="streamable-http")
