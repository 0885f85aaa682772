import json
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.prompts import base

mcp = FastMCP("warehouse")
CATALOGUE = Path(__file__).with_name("catalogue.json")

RULES = (
    "You write one SELECT statement for the warehouse. "
    "Use only the tables below. Never write statements that change data."
)


def catalogue() -> dict[str, list[str]]:
    if not CATALOGUE.exists():
        return {}
    return json.loads(CATALOGUE.read_text(encoding="utf-8"))


@mcp.tool()
def list_columns(table: str) -> list[str]:
    """Columns of a table of the warehouse."""
    return catalogue().get(table, [])


@mcp.prompt(title="Write a query")
def write_query(question: str) -> list[base.Message]:
    """Ask for a query that answers a question."""
    tables = "\n".join(f"- {name}({', '.join(columns)})" for name, columns in catalogue().items())
    return [
        base.UserMessage(f"{RULES}\n\nTables:\n{tables}\n\nThe question is in the next message. Answer with SQL only."),
        base.UserMessage(question),
    ]


@mcp.prompt(title="Explain the warehouse")
def explain_warehouse() -> list[base.Message]:
    """Ask for an overview of the tables."""
    names = ", ".join(sorted(catalogue()))
    return [base.UserMessage(f"Explain in a few sentences what these tables hold: {names}")]


if __name__ == "__main__":
    mcp.run()
