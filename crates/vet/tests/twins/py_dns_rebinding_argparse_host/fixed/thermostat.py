import argparse

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

server = MCPServer("thermostat")


@server.tool()
def set_temperature(degrees: float) -> str:
    """Set the temperature of the living room."""
    return f"set to {max(5.0, min(degrees, 28.0))}"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=8900)
    return parser.parse_args()


def main() -> None:
    options = parse()
    guard = TransportSecuritySettings(
        allowed_hosts=[f"thermostat.local:{options.port}", f"localhost:{options.port}"],
        allowed_origins=[f"http://thermostat.local:{options.port}"],
    )
    server.run("streamable-http", host=options.host, port=options.port, transport_security=guard)


if __name__ == "__main__":
    main()
