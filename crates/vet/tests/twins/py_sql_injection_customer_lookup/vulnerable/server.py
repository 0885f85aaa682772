from dataclasses import asdict

from mcp.server.fastmcp import FastMCP

from shop import CustomerRepository

mcp = FastMCP("shop")
customers = CustomerRepository("shop.db")


@mcp.tool()
def find_customer(email: str) -> list[dict]:
    """Look up a customer by email address."""
    wanted = email.strip().lower()
    return [asdict(found) for found in customers.by_email(wanted)]


@mcp.tool()
def customer_count() -> int:
    """How many customers there are."""
    return customers.count()


if __name__ == "__main__":
    mcp.run()
