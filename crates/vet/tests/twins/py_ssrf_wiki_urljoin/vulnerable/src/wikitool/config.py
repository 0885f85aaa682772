import os

BASE = os.environ.get("WIKI_BASE", "https://wiki.example.org/docs/")
TIMEOUT = 10.0
