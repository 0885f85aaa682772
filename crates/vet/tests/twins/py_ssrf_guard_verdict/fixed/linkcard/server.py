import argparse
import re

import requests
from fastmcp import FastMCP

from guard import Guard, Verdict

TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


def build(guard: Guard, session: requests.Session) -> FastMCP:
    mcp = FastMCP("linkcard")

    @mcp.tool
    def link_title(url: str) -> str:
        """The title of a page on one of our sites."""
        verdict = guard.judge(url)
        if verdict is not Verdict.FINE:
            return "That address cannot be read."
        page = session.get(url, timeout=8, allow_redirects=False)
        found = TITLE.search(page.text)
        return found.group(1).strip() if found else "(no title)"

    @mcp.tool
    def status() -> int:
        """Whether the front page answers."""
        return session.head("https://www.example.org/", timeout=8).status_code

    return mcp


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", action="append", default=["www.example.org"])
    options = parser.parse_args()
    build(Guard(options.host), requests.Session()).run()


if __name__ == "__main__":
    main()
