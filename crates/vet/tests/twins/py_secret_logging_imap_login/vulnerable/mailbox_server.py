import imaplib
import logging
from email import message_from_bytes
from email.header import decode_header, make_header

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

logging.basicConfig(filename="mailbox-mcp.log", level=logging.DEBUG)
logger = logging.getLogger("mailbox")

mcp = FastMCP("mailbox")


class Mailbox:
    def __init__(self) -> None:
        self.connection: imaplib.IMAP4_SSL | None = None

    def login(self, host: str, user: str, password: str) -> int:
        logger.debug("IMAP login host=%s user=%s password=%s", host, user, password)
        connection = imaplib.IMAP4_SSL(host, timeout=20)
        connection.login(user, password)
        _, data = connection.select("INBOX", readonly=True)
        self.connection = connection
        count = int(data[0])
        logger.info("connected, %d messages", count)
        return count

    def subjects(self, count: int) -> list[str]:
        if self.connection is None:
            raise ToolError("connect first")
        _, data = self.connection.search(None, "ALL")
        found = []
        for number in data[0].split()[-count:]:
            _, parts = self.connection.fetch(number, "(BODY.PEEK[HEADER])")
            header = message_from_bytes(parts[0][1])
            found.append(str(make_header(decode_header(header.get("Subject", "")))))
        return found


mailbox = Mailbox()


@mcp.tool
def connect_mailbox(host: str, user: str, password: str) -> str:
    """Open the inbox of an IMAP account."""
    try:
        return f"{mailbox.login(host, user, password)} messages"
    except imaplib.IMAP4.error as error:
        logger.error("login of %s failed: %s", user, error)
        raise ToolError("the server refused the login") from error


@mcp.tool
def latest_subjects(count: int = 10) -> list[str]:
    """Subjects of the newest messages."""
    return mailbox.subjects(count)


if __name__ == "__main__":
    mcp.run()
