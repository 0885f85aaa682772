from fastmcp import FastMCP

text = FastMCP("Text")


@text.tool
def word_count(passage: str) -> int:
    """Count the words of a passage."""
    return len(passage.split())


@text.tool(name="reverse")
def turn_around(passage: str) -> str:
    """Turn a passage around."""
    return passage[::-1]
