import os
from functools import partial
from typing import Callable

from fastmcp import FastMCP

ops = FastMCP("ops")
Unit = str


def act(verb: str, unit: str) -> str:
    code = os.system("systemctl " + verb + " " + unit + ".service")
    return "ok" if code == 0 else f"failed with {os.waitstatus_to_exitcode(code)}"


def restart(unit: Unit) -> str:
    return act("restart", unit)


def uptime() -> str:
    return partial(act, "status")("nginx")


TOOLS: dict[str, tuple[Callable[..., str], str]] = {
    "service_restart": (restart, "Restart one of the services."),
    "service_uptime": (uptime, "Say how long the web server has run."),
}

for name, (function, description) in TOOLS.items():
    ops.tool(function, name=name, description=description)

if __name__ == "__main__":
    ops.run()
