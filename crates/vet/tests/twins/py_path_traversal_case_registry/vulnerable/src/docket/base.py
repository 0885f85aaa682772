from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar


class Tool(ABC):
    name: ClassVar[str]
    description: ClassVar[str]
    schema: ClassVar[dict[str, Any]]

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def locate(self, case: str, name: str) -> Path:
        if ".." in name or name.startswith("/"):
            raise ValueError(f"not a file name: {name}")
        return self.root / case / name

    @abstractmethod
    def execute(self, arguments: dict[str, Any]) -> str: ...


REGISTRY: dict[str, type[Tool]] = {}


def register(cls: type[Tool]) -> type[Tool]:
    REGISTRY[cls.name] = cls
    return cls
