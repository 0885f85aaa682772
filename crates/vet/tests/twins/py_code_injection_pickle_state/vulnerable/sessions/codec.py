import base64
import pickle
from dataclasses import dataclass, field


@dataclass
class State:
    title: str = "untitled"
    cells: dict[str, float] = field(default_factory=dict)


def thaw(token: str) -> State:
    raw = base64.urlsafe_b64decode(token.encode())
    state = pickle.loads(raw)
    if not isinstance(state, State):
        raise TypeError("not a session")
    return state
