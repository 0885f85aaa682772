import os

from mcp.server.fastmcp import FastMCP

from store import MemoryStore

mcp = FastMCP("memory-service")
store = MemoryStore(os.path.expanduser(os.getenv("MEMORY_DB", "~/.memory.db")))


@mcp.tool()
async def store_memory(content: str, tag: str = "general") -> dict:
    """Remember a piece of text."""
    return {"id": await store.add(content, tag)}


@mcp.tool()
async def search_memories(query: str, tag: str | None = None, since: str | None = None) -> list[dict]:
    """Full-text search over the memories."""
    try:
        found = await store.search(query, tag=tag, since=since)
    except Exception as error:
        return [{"error": str(error)}]
    return [{"id": memory.id, "content": memory.content, "tag": memory.tag} for memory in found]


if __name__ == "__main__":
    mcp.run()
