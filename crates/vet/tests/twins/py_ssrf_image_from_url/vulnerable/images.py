import base64
import binascii
import io

import requests
from PIL import Image

MAX_BYTES = 8 * 1024 * 1024


class ImageLoader:
    def __init__(self, timeout: float = 10.0) -> None:
        self.session = requests.Session()
        self.session.headers["User-Agent"] = "image-mcp/0.5"
        self.timeout = timeout

    def load(self, reference: str) -> Image.Image:
        if reference.startswith("data:image/"):
            return self._from_data(reference)
        if reference.startswith(("http://", "https://")):
            return self._from_url(reference)
        raise ValueError("give a data: or http(s) reference")

    def _from_data(self, reference: str) -> Image.Image:
        try:
            raw = base64.b64decode(reference.split(",", 1)[1], validate=True)
        except (IndexError, binascii.Error) as error:
            raise ValueError("broken data reference") from error
        return Image.open(io.BytesIO(raw))

    def _from_url(self, url: str) -> Image.Image:
        response = self.session.get(url, timeout=self.timeout, stream=True)
        response.raise_for_status()
        raw = response.raw.read(MAX_BYTES + 1, decode_content=True)
        if len(raw) > MAX_BYTES:
            raise ValueError("picture is too big")
        return Image.open(io.BytesIO(raw))
