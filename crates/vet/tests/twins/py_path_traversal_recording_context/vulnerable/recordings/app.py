from itertools import islice

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

from recordings.library import OutsideLibrary, transcript

mcp = FastMCP("recordings")


class Excerpt(BaseModel):
    recording: str = Field(description="Path of the transcript within the library")
    first: int = Field(default=0, ge=0)
    count: int = Field(default=40, ge=1, le=400)


@mcp.tool()
def transcript_excerpt(request: Excerpt) -> str:
    """Return some lines of a transcript."""
    try:
        with transcript(request.recording) as lines:
            return "".join(islice(lines, request.first, request.first + request.count))
    except OutsideLibrary:
        return "No such transcript."


if __name__ == "__main__":
    mcp.run()
