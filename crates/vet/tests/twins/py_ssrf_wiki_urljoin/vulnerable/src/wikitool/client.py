from urllib.parse import urljoin, urlsplit

import httpx

from .config import BASE, TIMEOUT


class WikiError(RuntimeError):
    """The wiki could not be asked."""


class Wiki:
    def __init__(self) -> None:
        self._http = httpx.Client(timeout=TIMEOUT, follow_redirects=False)

    def _address(self, page: str) -> str:
        address = urljoin(BASE, page)
        if not urlsplit(address).path:
            raise WikiError("a page is needed")
        return address

    def page(self, page: str) -> str:
        response = self._http.get(self._address(page))
        response.raise_for_status()
        return response.text

    def index(self) -> str:
        return self._http.get(BASE).text
