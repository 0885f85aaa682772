import logging
import shlex
import subprocess

from mcp.server.fastmcp import FastMCP

logger = logging.getLogger("adb-mcp")
mcp = FastMCP("android")

ADB_TIMEOUT = 20


class AdbError(RuntimeError):
    pass


class Device:
    def __init__(self, adb: str = "adb") -> None:
        self.adb = adb

    def shell(self, command: str) -> str:
        line = f'{self.adb} shell "{command}"'
        done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=ADB_TIMEOUT)
        if done.returncode != 0:
            raise AdbError(done.stderr.strip() or "adb failed")
        return done.stdout

    def devices(self) -> list[str]:
        done = subprocess.run([self.adb, "devices"], capture_output=True, text=True, timeout=ADB_TIMEOUT)
        return [row.split("\t")[0] for row in done.stdout.splitlines()[1:] if "\tdevice" in row]


device = Device()


@mcp.tool()
def list_devices() -> list[str]:
    """Serial numbers of the connected devices."""
    return device.devices()


@mcp.tool()
def input_text(text: str) -> str:
    """Type text into the focused field of the device."""
    escaped = text.replace(" ", "%s")
    try:
        device.shell(f"input text {escaped}")
    except AdbError as error:
        logger.warning("input failed")
        return f"Error: {error}"
    return "typed"


@mcp.tool()
def tap(x: int, y: int) -> str:
    """Tap the screen."""
    device.shell(f"input tap {int(x)} {int(y)}")
    return f"tapped {x},{y}"


if __name__ == "__main__":
    mcp.run()
