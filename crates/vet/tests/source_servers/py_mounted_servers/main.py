from fastmcp import FastMCP

from servers import dice, text

main = FastMCP("Games and words")
main.mount(text, namespace="text")
main.mount(dice, namespace="dice")


@main.tool()
def about() -> str:
    """Say what this server does."""
    return "Counts words and rolls dice."


if __name__ == "__main__":
    main.run()
