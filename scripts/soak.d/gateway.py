"""The gateway as a process: its configuration, its start and its end, and what it takes of the machine."""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import wire

UPSTREAM = str(pathlib.Path(__file__).with_name("upstream.py"))

# In the environment of every server, so that those which are left over can be told from other processes.
MARK = "VETGATE_SOAK"

# glibc's allocator keeps what threads have freed, in an arena for each of them, and grows for long. With one arena, and large
# blocks given back at once, resident memory is about what the program holds, and what it does not let go of can be seen.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}

# Of the project's attacking servers those over HTTP: harmless ones, changing ones, and those that send too much.
ATTACKERS = [
    "harmless-calendar-meeting-calendar",
    "harmless-prompts-and-resources-writing",
    "rfc-description-injection-calculator",
    "rfc-rug-pull-backups",
    "rug-pull-each-listing-link-checker",
    "response-mail-sends-elsewhere-mailbox",
    "exhaustion-answer-without-measure-oracle",
    "exhaustion-deep-array-org-chart",
    "protocol-result-against-its-schema-tank-sensor",
]

# Those that break the protocol itself do so on the standard streams.
BREAKERS = ["protocol-garbage-on-the-line", "protocol-flood-of-list-changes", "protocol-answer-comes-twice"]


def process_table():
    """The parent and the state of every process, by id."""
    table = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = pathlib.Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            table[int(entry)] = (int(parent), state)
    return table


def marked(mark):
    """The processes that were started by this run's gateways, and live."""
    found = []
    for pid, (_, state) in process_table().items():
        try:
            if state != "Z" and f"{MARK}={mark}".encode() in pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found.append(pid)
        except OSError:
            continue
    return found


class Census:
    """What a process takes: resident bytes, threads, open files by kind, children."""

    def __init__(self, pid):
        status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
        self.resident = int(status["VmRSS"].split()[0]) << 10
        self.threads = int(status["Threads"])
        self.sockets = self.files = 0
        for entry in os.listdir(f"/proc/{pid}/fd"):
            try:
                target = os.readlink(f"/proc/{pid}/fd/{entry}")
            except OSError:
                continue
            if target.startswith("socket:"):
                self.sockets += 1
            else:
                self.files += 1
        family = [state for parent, state in process_table().values() if parent == pid]
        self.children = len(family)
        self.zombies = family.count("Z")

    def held(self):
        """What must not move any more before it is taken for the state at rest."""
        return (self.sockets, self.files, self.children, self.zombies)

    def __str__(self):
        return (
            f"{self.resident / 1e6:.1f} MB, {self.threads} threads, {self.sockets} sockets, {self.files} other files, "
            f"{self.children} children"
        )


class Gateway:
    def __init__(self, binary, folder, data, mark):
        self.binary = str(binary)
        # The servers that attack are in the program beside it.
        self.laboratory = str(binary.with_name("vetgate-lab"))
        self.folder = folder
        self.data = data
        self.mark = mark
        self.process = None
        self.port = None
        self.attackers = {}
        self.starts = 0

    def configure(self, session_idle):
        def stdio(kind, **settings):
            common = {"trust": "auto", "class": "internal", "content": "inside", "timeout": "2s", "connect_timeout": "60s"}
            # Python's own, because a wrapper before it would be a child more.
            return {
                "command": os.path.realpath(sys.executable),
                "args": [UPSTREAM, kind, str(self.folder / "heard")],
                "env": {MARK: self.mark},
                "vetgate": {**common, "max_response_bytes": "2MiB", **settings},
            }

        servers = {
            # Long, so that a busy machine does not make a steady server a hanging one.
            "steady": stdio("steady", timeout="4m"),
            "slow": stdio("slow", timeout="4m"),
            "own": stdio("steady", timeout="4m", isolate=True),
            "crashing": stdio("crashing", timeout="30s"),
            "hanging": stdio("hanging"),
            "flooding": stdio("flooding", timeout="30s"),
        }
        for name, entry in self.attackers.items():
            servers[name] = {**entry, "vetgate": {"trust": "auto", "timeout": "10s", "max_response_bytes": "2MiB"}}
        for scenario in BREAKERS:
            servers[scenario] = {
                "command": self.laboratory,
                "args": ["adversary", scenario],
                "env": {MARK: self.mark},
                "vetgate": {"trust": "auto", "timeout": "10s"},
            }
        self.servers = len(servers)
        configuration = {
            "mcpServers": servers,
            "gateway": {
                "listen": "127.0.0.1:0",
                "data_dir": str(self.data),
                "limits": {"session_idle": session_idle},
            },
            "security": {
                # So that what is remembered of sessions is at its limit soon, and more than that is a leak.
                "flow": {"memory": "16MiB"},
                "rules": [{"when": "has(args.person)", "action": "approve", "reason": "a person decides"}],
                "holds": {"timeout": "2s", "elicitation": False},
            },
        }
        (self.folder / "gateway.json").write_text(json.dumps(configuration, indent=2))

    def start(self, environment=None):
        """Starts it and waits until every server was up once, or has had its time."""
        self.starts += 1
        self.log = self.folder / f"gateway-{self.starts}.log"
        arguments = [self.binary, "serve", "--config", str(self.folder / "gateway.json"), "--listen", "127.0.0.1:0"]
        with open(self.log, "wb") as log:
            # Signals stay ignored: one that is sent when a file gets too long would end the process at once.
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **ALLOCATOR, **(environment or {})},
                restore_signals=False,
            )
        end = time.monotonic() + wire.PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the gateway ended at its start with {self.process.returncode}:\n{self.tail()}")
            self.port = self.address()
            if self.port is not None and self.is_ready():
                return
            time.sleep(0.05)
        raise RuntimeError(f"the gateway was not ready in time:\n{self.tail()}")

    def address(self):
        """The port it says it listens on."""
        for line in self.log.read_text("utf-8", "replace").splitlines():
            _, found, rest = line.partition("http://127.0.0.1:")
            if found:
                return int("".join(c for c in rest.split("/")[0] if c.isdigit()))
        return None

    def is_ready(self):
        try:
            servers = self.ask("GET", "/api/v1/servers")
        except wire.NoAnswer:
            return False
        return len(servers["servers"]) == self.servers and all(server["state"] != "starting" for server in servers["servers"])

    def ask(self, verb, path, body=None):
        """One operation of the management API."""
        token = (pathlib.Path(self.data) / "admin-token").read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=wire.PATIENCE)
        try:
            connection.request(verb, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            return json.loads(response.read() or b"null")
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise wire.NoAnswer(str(error)) from error
        finally:
            connection.close()

    def census(self):
        return Census(self.process.pid)

    def children(self):
        return [pid for pid, (parent, state) in process_table().items() if parent == self.process.pid and state != "Z"]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Ends it as a service manager does; the exit code, or None if it did not end in time."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(wire.PATIENCE)
        except subprocess.TimeoutExpired:
            return None

    def tail(self):
        return "\n".join(self.log.read_text("utf-8", "replace").splitlines()[-15:])
