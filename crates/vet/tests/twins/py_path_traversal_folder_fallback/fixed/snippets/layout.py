from pathlib import Path

STORE = Path.home() / ".snippets"

FOLDERS = {
    "python": "py",
    "shell": "sh",
    "query": "sql",
}
