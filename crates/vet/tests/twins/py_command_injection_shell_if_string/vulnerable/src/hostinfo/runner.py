import subprocess
from dataclasses import dataclass


@dataclass
class Outcome:
    code: int
    output: str

    def text(self) -> str:
        return self.output if self.code == 0 else f"failed ({self.code})\n{self.output}"


class Runner:
    def __init__(self, timeout: float = 20.0) -> None:
        self.timeout = timeout

    def run(self, command: str | list[str]) -> Outcome:
        done = subprocess.run(
            command,
            shell=isinstance(command, str),
            capture_output=True,
            text=True,
            timeout=self.timeout,
        )
        return Outcome(done.returncode, done.stdout + done.stderr)
