"""Document converter exposed over MCP."""
