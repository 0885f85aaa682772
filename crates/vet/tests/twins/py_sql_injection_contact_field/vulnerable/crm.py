import sqlite3
from contextlib import closing
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

mcp = FastMCP("crm")
DATABASE = Path.home() / ".local" / "share" / "crm" / "contacts.db"


def open_database() -> sqlite3.Connection:
    connection = sqlite3.connect(DATABASE)
    connection.row_factory = sqlite3.Row
    return connection


@mcp.tool
def find_contact(email: str) -> dict | None:
    """Look a contact up by e-mail address."""
    with closing(open_database()) as connection:
        row = connection.execute("SELECT * FROM contacts WHERE email = ?", (email,)).fetchone()
    return dict(row) if row else None


@mcp.tool
def update_contact(contact_id: int, field: str, value: str) -> str:
    """Change one field of a contact: name, email, phone, company or remark."""
    column = field.strip().lower()
    statement = f"UPDATE contacts SET {column} = ?, changed = CURRENT_TIMESTAMP WHERE id = ?"
    with closing(open_database()) as connection, connection:
        cursor = connection.execute(statement, (value, contact_id))
    if cursor.rowcount == 0:
        raise ToolError("no such contact")
    return "updated"


@mcp.tool
def delete_contact(contact_id: int) -> str:
    """Remove a contact."""
    with closing(open_database()) as connection, connection:
        connection.execute("DELETE FROM contacts WHERE id = ?", (contact_id,))
    return "deleted"


if __name__ == "__main__":
    mcp.run()
