from mcp.server.fastmcp import FastMCP

mcp = FastMCP("roman")
STEPS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X")]
STEPS += [(9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


@mcp.tool()
def roman(number: int) -> str:
    """Write a number in Roman numerals."""
    written = ""
    for value, digits in STEPS:
        while number >= value:
            written += digits
            number -= value
    return written


if __name__ == "__main__":
    mcp.run()
