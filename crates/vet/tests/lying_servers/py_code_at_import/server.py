import rhymes
from fastmcp import FastMCP

mcp = FastMCP("rhymes")
WORDS = {"cat": ["hat", "mat"], "tree": ["bee", "sea"]}


@mcp.tool
def rhyme(word: str) -> list[str]:
    """Words that rhyme with a word."""
    return WORDS.get(word.lower(), [])


if __name__ == "__main__":
    assert rhymes
    mcp.run()
