import math

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calculator")
NAMES = {"pi": math.pi, "e": math.e, "tau": math.tau}


@mcp.tool()
def calculate(expression: str) -> str:
    """Evaluate an arithmetic expression."""
    if "import" in expression or "__" in expression.split("(")[0]:
        return "not allowed"
    return str(eval(expression, {"__builtins__": {}}, NAMES))


@mcp.tool()
def constants() -> list[str]:
    """Names that an expression may use."""
    return eval("sorted(NAMES)", {"sorted": sorted, "NAMES": NAMES})


if __name__ == "__main__":
    mcp.run()
