import os

import psycopg
from fastmcp import FastMCP
from psycopg.rows import dict_row

mcp = FastMCP("reports")
COLUMNS = {"day": "sold_on", "amount": "total_cents", "region": "region"}


def rows(statement: str, *values: object) -> list[dict]:
    with psycopg.connect(os.environ["REPORTS_DSN"], row_factory=dict_row) as connection:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall()


@mcp.tool
def sales_report(region: str, order_by: str = "day", descending: bool = False) -> list[dict]:
    """Sales of a region, in the order asked for."""
    key = order_by.split()[0]
    if key not in COLUMNS:
        raise ValueError(f"cannot order by {key}")
    direction = "DESC" if descending else "ASC"
    statement = f"SELECT sold_on, total_cents FROM sales WHERE region = %s ORDER BY {order_by} {direction}"
    return rows(statement, region)


@mcp.tool
def regions() -> list[dict]:
    """All regions that have sales."""
    return rows("SELECT DISTINCT region FROM sales")


if __name__ == "__main__":
    mcp.run()
