import os
from urllib.parse import urlsplit

BASE = os.environ.get("WIKI_BASE", "https://wiki.example.org/docs/")
BASE_ORIGIN = urlsplit(BASE)[:2]
TIMEOUT = 10.0
