import os

from mcp.server.fastmcp import FastMCP

import currency
from currency.tools import history

mcp = FastMCP("currency", instructions="Rates of the day; no advice.")

mcp.add_tool(currency.exchange_rate)
mcp.add_tool(currency.list_currencies)
mcp.add_tool(currency.rounding)

if os.environ.get("CURRENCY_HISTORY", "on") != "off":
    mcp.add_tool(history)


def main() -> None:
    mcp.run()


if __name__ == "__main__":
    main()
