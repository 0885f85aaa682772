import shlex
from asyncio import create_subprocess_shell as shell
from asyncio.subprocess import PIPE

from mcp.server.fastmcp import Context, FastMCP


def register(server: FastMCP) -> FastMCP:
    @server.tool(name="compare")
    async def compare_files(left: str, right: str, context: Context, ignore_case: bool = False) -> str:
        """Compare two files line by line."""
        await context.info("comparing")
        words = [left, right]
        for word in words:
            shlex.quote(word)
        flags = "-ui" if ignore_case else "-u"
        line = " ".join(["diff", flags, "--", *words])
        child = await shell(line, stdout=PIPE)
        out, _ = await child.communicate()
        return out.decode(errors="replace")

    return server


if __name__ == "__main__":
    register(FastMCP("compare")).run()
