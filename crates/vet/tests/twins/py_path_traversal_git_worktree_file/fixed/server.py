import argparse
import asyncio
import logging
from enum import Enum
from pathlib import Path

import git
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from pydantic import BaseModel

logger = logging.getLogger(__name__)


class GitStatus(BaseModel):
    repo_path: str


class GitShowWorkingFile(BaseModel):
    repo_path: str
    file_path: str
    max_bytes: int = 65536


class GitTools(str, Enum):
    STATUS = "git_status"
    SHOW_FILE = "git_show_working_file"


def validate_repo_path(repo_path: Path, allowed: Path) -> Path:
    resolved = repo_path.resolve()
    try:
        resolved.relative_to(allowed.resolve())
    except ValueError as error:
        raise ValueError(f"repository {repo_path} is outside of {allowed}") from error
    return resolved


def validate_member(file_path: Path, worktree: Path) -> Path:
    resolved = file_path.resolve()
    try:
        resolved.relative_to(worktree)
    except ValueError as error:
        raise ValueError("file is outside of the repository") from error
    return resolved


def show_working_file(repo_path: Path, file_path: str, max_bytes: int) -> str:
    target = validate_member(repo_path / file_path, repo_path)
    with open(target, "rb") as handle:
        return handle.read(max_bytes).decode("utf-8", errors="replace")


def build(allowed: Path) -> Server:
    server = Server("mcp-git-lite")

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [
            Tool(name=GitTools.STATUS, description="Shows the working tree status", inputSchema=GitStatus.model_json_schema()),
            Tool(
                name=GitTools.SHOW_FILE,
                description="Shows a file of the working tree as it is on disk",
                inputSchema=GitShowWorkingFile.model_json_schema(),
            ),
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[TextContent]:
        repo_path = validate_repo_path(Path(arguments["repo_path"]), allowed)
        match name:
            case GitTools.STATUS:
                text = git.Repo(repo_path).git.status()
            case GitTools.SHOW_FILE:
                limit = min(int(arguments.get("max_bytes", 65536)), 1 << 20)
                text = show_working_file(repo_path, arguments["file_path"], limit)
            case _:
                raise ValueError(f"Unknown tool: {name}")
        return [TextContent(type="text", text=text)]

    return server


async def serve(allowed: Path) -> None:
    server = build(allowed)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options(), raise_exceptions=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--repository", type=Path, required=True)
    logging.basicConfig(level=logging.INFO)
    asyncio.run(serve(parser.parse_args().repository))
