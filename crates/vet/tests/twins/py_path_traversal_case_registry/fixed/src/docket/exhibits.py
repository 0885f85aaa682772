from typing import Any

from .base import Tool, register


@register
class ReadExhibit(Tool):
    name = "read_exhibit"
    description = "Read one exhibit of a case as text."
    schema = {
        "type": "object",
        "properties": {"case": {"type": "string"}, "name": {"type": "string"}},
        "required": ["case", "name"],
    }

    def execute(self, arguments: dict[str, Any]) -> str:
        path = self.locate(arguments["case"], arguments["name"])
        return path.read_text(encoding="utf-8", errors="replace")


@register
class ListCases(Tool):
    name = "list_cases"
    description = "List the open cases."
    schema = {"type": "object", "properties": {}}

    def execute(self, arguments: dict[str, Any]) -> str:
        return "\n".join(sorted(entry.name for entry in self.root.iterdir()))
