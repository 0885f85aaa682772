import base64
import json
from dataclasses import dataclass, field


@dataclass
class State:
    title: str = "untitled"
    cells: dict[str, float] = field(default_factory=dict)


def thaw(token: str) -> State:
    raw = base64.urlsafe_b64decode(token.encode())
    state = json.loads(raw)
    if not isinstance(state, dict):
        raise TypeError("not a session")
    return State(title=str(state["title"]), cells={str(k): float(v) for k, v in state["cells"].items()})
