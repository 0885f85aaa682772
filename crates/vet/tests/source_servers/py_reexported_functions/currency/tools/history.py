from pathlib import Path

FILE = Path(__file__).with_name("history.csv")


def history(days: int = 7) -> list[str]:
    """The rates of the last days."""
    if not FILE.exists():
        return []
    return FILE.read_text(encoding="utf-8").splitlines()[-days:]
