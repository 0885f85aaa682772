import asyncio
from uuid import UUID

from fastmcp import FastMCP

mcp = FastMCP("recorder")
STORE = "/srv/recordings"


async def finish(process: asyncio.subprocess.Process) -> str:
    _, errors = await asyncio.wait_for(process.communicate(), timeout=60)
    if process.returncode:
        raise RuntimeError(errors.decode(errors="replace")[-400:])
    return "done"


@mcp.tool
async def tag_recording(recording: UUID, title: str) -> str:
    """Write a title into the metadata of a recording."""
    source, target = f"{STORE}/{recording}.mp3", f"{STORE}/{recording}.tagged.mp3"
    quoted = "title=" + title.strip()
    process = await asyncio.create_subprocess_exec(
        "ffmpeg", "-y", "-i", source, "-metadata", quoted, "-codec", "copy", target,
        stderr=asyncio.subprocess.PIPE,
    )
    return await finish(process)


@mcp.tool
async def normalize(recording: UUID) -> str:
    """Even out the loudness of a recording."""
    process = await asyncio.create_subprocess_shell(
        f"ffmpeg -y -i {STORE}/{recording}.mp3 -af loudnorm {STORE}/{recording}.norm.mp3",
        stderr=asyncio.subprocess.PIPE,
    )
    return await finish(process)


if __name__ == "__main__":
    mcp.run()
