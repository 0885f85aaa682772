import asyncio
import logging

logger = logging.getLogger("kube")

class KubectlError(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


async def kubectl(*arguments: str, timeout: float = 30.0) -> str:
    process = await asyncio.create_subprocess_exec(
        "kubectl",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), timeout)
    except asyncio.TimeoutError:
        process.kill()
        raise KubectlError(124, "kubectl timed out") from None
    if process.returncode:
        raise KubectlError(process.returncode, err.decode(errors="replace"))
    return out.decode(errors="replace")
