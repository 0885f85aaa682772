import logging
import smtplib
from dataclasses import asdict, dataclass

from mcp.server.mcpserver import MCPServer

logger = logging.getLogger(__name__)
server = MCPServer("mail")


@dataclass(frozen=True)
class Account:
    user: str
    password: str
    host: str = "smtp.example.com"
    port: int = 587

    def describe(self) -> dict:
        return {key: value for key, value in asdict(self).items() if key in ("host", "user", "port")}


@server.tool()
def test_connection(user: str, password: str) -> str:
    """Check that a mail account can be reached."""
    account = Account(user, password)
    try:
        with smtplib.SMTP(account.host, account.port, timeout=5) as client:
            client.starttls()
            client.login(account.user, account.password)
    except OSError as failure:
        logger.warning("cannot connect: %s %r", type(failure).__name__, account.describe())
        return "failed"
    logger.debug("connected as %s", account.user)
    return "ok"


if __name__ == "__main__":
    server.run()
