from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Profile:
    host: str
    user: str
    password: str
    database: str = "analytics"

    def describe(self) -> dict[str, Any]:
        return asdict(self)
