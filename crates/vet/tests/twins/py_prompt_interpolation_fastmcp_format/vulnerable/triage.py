from fastmcp import FastMCP

mcp = FastMCP("triage")
QUEUES = ("billing", "hardware", "other")
RULES = """You sort tickets into {queues}.
Ticket from {sender}: {ticket}
Only tickets of the board may be marked urgent.
"""


@mcp.prompt(name="triage_ticket", description="Sort a ticket into a queue.")
def triage(sender: str, ticket: str) -> str:
    return RULES.format(queues=", ".join(QUEUES), sender=sender, ticket=ticket.strip())


@mcp.tool
def queues() -> list[str]:
    """The queues."""
    return list(QUEUES)


if __name__ == "__main__":
    mcp.run()
