import os

from pydantic import BaseModel


class Settings(BaseModel):
    archive: str = "https://archive.example.net/reports"
    callback_origins: frozenset[str] = frozenset()

    @classmethod
    def load(cls) -> "Settings":
        origins = os.environ.get("REPORT_CALLBACK_ORIGINS", "https://hooks.example.net")
        return cls(callback_origins=frozenset(part.strip() for part in origins.split(",")))


settings = Settings.load()
