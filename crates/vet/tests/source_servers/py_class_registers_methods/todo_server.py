"""A list of things to do, held in a small database."""

import sqlite3
from pathlib import Path

from mcp.server.fastmcp import FastMCP

DATABASE = Path.home() / ".todo.sqlite3"
SCHEMA = "CREATE TABLE IF NOT EXISTS todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL, done INTEGER DEFAULT 0)"


class Store:
    def __init__(self, path: Path) -> None:
        self._path = path

    def _db(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path)
        db.execute(SCHEMA)
        return db

    def insert(self, title: str) -> int:
        with self._db() as db:
            return db.execute("INSERT INTO todo (title) VALUES (?)", (title,)).lastrowid or 0

    def finish(self, todo_id: int) -> bool:
        with self._db() as db:
            return db.execute("UPDATE todo SET done = 1 WHERE id = ?", (todo_id,)).rowcount == 1

    def all(self, include_done: bool) -> list[tuple[int, str]]:
        condition = "" if include_done else " WHERE done = 0"
        with self._db() as db:
            return db.execute("SELECT id, title FROM todo" + condition).fetchall()


class TodoTools:
    """Registers its public methods when it is made."""

    def __init__(self, mcp: FastMCP, store: Store) -> None:
        self.mcp = mcp
        self.store = store
        mcp.add_tool(self.add, name="add_todo", description="Add something to do.")
        mcp.add_tool(self.done, name="done_todo", description="Mark something as done.")
        mcp.tool(name="list_todos", description="List what is to do.")(self.list_all)
        self._register_statistics()

    def _register_statistics(self) -> None:
        @self.mcp.tool()
        def count_todos() -> int:
            """How many things are to do."""
            return len(self.store.all(include_done=False))

    def add(self, title: str) -> str:
        return f"added as {self.store.insert(title)}"

    def done(self, todo_id: int) -> str:
        return "done" if self.store.finish(todo_id) else "no such entry"

    def list_all(self, include_done: bool = False) -> list[str]:
        return [f"{number}: {title}" for number, title in self.store.all(include_done)]


server = FastMCP("todo")
TodoTools(server, Store(DATABASE))

if __name__ == "__main__":
    server.run()
