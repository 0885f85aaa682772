"""A client of the official Python SDK that visits a server: says what it lists, and what calls of one tool bring."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def visit(tool, arguments, calls, command):
    parameters = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(parameters) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()
        before = await session.list_tools()
        answers = []
        for _ in range(calls):
            result = await session.call_tool(tool, arguments)
            answers.append(result.content[0].text)
        after = await session.list_tools()
        described = lambda listed: {each.name: each.description for each in listed.tools}
        print(json.dumps({"before": described(before), "answers": answers, "after": described(after)}))


asyncio.run(visit(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
