from abc import ABC, abstractmethod

import aiohttp

from settings import settings


class ReportTool(ABC):
    name: str
    properties: dict[str, dict[str, str]]

    async def post(self, address: str, body: dict) -> int:
        async with aiohttp.ClientSession() as session:
            async with session.post(address, json=body, allow_redirects=False) as response:
                return response.status

    @abstractmethod
    async def execute(self, **arguments: str) -> str: ...


class RenderReport(ReportTool):
    name = "render_report"
    properties = {"title": {"type": "string"}, "callback": {"type": "string"}}

    async def execute(self, title: str, callback: str) -> str:
        status = await self.post(callback, {"title": title, "state": "rendered"})
        return f"Rendered; the callback answered {status}."


class ArchiveReport(ReportTool):
    name = "archive_report"
    properties = {"title": {"type": "string"}}

    async def execute(self, title: str) -> str:
        return str(await self.post(settings.archive, {"title": title}))


TOOLS: dict[str, ReportTool] = {tool.name: tool for tool in (RenderReport(), ArchiveReport())}
