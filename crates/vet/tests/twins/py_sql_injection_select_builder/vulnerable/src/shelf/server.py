import os
import sqlite3

from fastmcp import FastMCP

from .query import Select

mcp = FastMCP("shelf")
connection = sqlite3.connect(os.environ.get("SHELF_DB", "shelf.db"), check_same_thread=False)


@mcp.tool
def find_books(author: str = "", year: int | None = None) -> list[tuple]:
    """Find books by author and year."""
    query = Select("books", ("id", "title", "author", "year"))
    if author:
        query.where(f"author LIKE '%{author}%'")
    if year is not None:
        query.where("year = ?", year)
    return query.limit(25).all(connection)


@mcp.tool
def unread() -> list[tuple]:
    """Books that nobody has read yet."""
    return Select("books", ("id", "title")).where("read_at IS NULL").all(connection)


if __name__ == "__main__":
    mcp.run()
