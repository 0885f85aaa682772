from mcp.server.mcpserver import MCPServer


def register(app: MCPServer) -> None:
    @app.tool()
    def farewell(name: str) -> str:
        """Say goodbye to somebody."""
        return f"Goodbye, {name}!"
