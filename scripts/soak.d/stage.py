"""What all phases share: the gateway, the attacking servers, the book, the checks so far, and the end of everything."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import disk
import gateway
import traffic
import wire
from book import Book


class Stage:
    def __init__(self, binary, seed, workers, deadline):
        self.binary = binary
        self.seed = seed
        self.width = workers
        self.deadline = deadline
        self.book = Book()
        self.checks = []
        self.crowds = 0
        self.begun = time.monotonic()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vetgate-soak-"))
        self.disk = disk.disk(self.folder / "disk")
        self.gateway = gateway.Gateway(binary, self.folder, self.disk.folder / "data", self.folder.name)
        self.adversary = None
        self.attacks = []
        self.up = 0
        self.clock = None

    # What is told.

    def say(self, text):
        print(f"{time.monotonic() - self.begun:7.1f} s  {self.resident():>7}  {text}", flush=True)

    def resident(self):
        """What the gateway has in memory now, where it runs."""
        process = self.gateway.process
        return f"{self.gateway.census().resident >> 20} MB" if process is not None and process.poll() is None else ""

    def check(self, what, holds, detail=""):
        """One thing that must hold. All are told, and the first that does not does not end the run."""
        self.checks.append((what, bool(holds)))
        if not holds:
            print(f"           FAILED: {what}{': ' if detail else ''}{detail}", flush=True)
        return bool(holds)

    def settle_faults(self, phase):
        """What clients noticed in a phase in which nothing should have gone wrong."""
        faults, self.book.faults = self.book.faults, []
        self.check(f"{phase}: every call is answered as it should be", not faults, "; ".join(faults[:5]))

    # What there is.

    def start_adversary(self, port=0):
        """Starts the attacking servers and takes up those that are wanted."""
        command = [str(self.binary.with_name("vetgate-lab")), "adversary", "--listen", f"127.0.0.1:{port}"]
        nothing = subprocess.DEVNULL
        self.adversary = subprocess.Popen(command, stdin=nothing, stdout=subprocess.PIPE, stderr=nothing, text=True)
        text = ""
        for line in self.adversary.stdout:
            text += line
            if line == "}\n":
                break
        servers = json.loads(text)["mcpServers"]
        self.gateway.attackers = {name: servers[name] for name in gateway.ATTACKERS}
        return int(next(iter(servers.values()))["url"].split(":")[2].split("/")[0])

    def end_adversary(self):
        if self.adversary is not None:
            self.adversary.kill()
            self.adversary.wait()
            self.adversary.stdout.close()
            self.adversary = None

    def client(self, revision=wire.HANDSHAKE):
        return wire.Client(self.gateway.port, revision).open()

    def crowd(self, calls, attacks=True):
        """Starts workers that make so many calls together."""
        self.crowds += 1
        share = -(-calls // self.width)
        seed, targets = f"{self.seed}/{self.crowds}", self.attacks if attacks else []
        workers = range(self.width)
        workers = [traffic.Worker(n, seed, self.gateway.port, self.book, share, self.deadline, targets) for n in workers]
        return traffic.Crowd(workers).start()

    def until(self, holds, patience=wire.PATIENCE, pause=0.1):
        """Waits for something; whether it came about."""
        end = min(time.monotonic() + patience, self.deadline)
        while time.monotonic() < end:
            if holds():
                return True
            time.sleep(pause)
        return holds()

    def heard(self):
        """What servers have heard of, by ref."""
        path = self.folder / "heard"
        return set(path.read_text().split()) if path.exists() else set()

    def remove(self, keep_logs):
        """Ends and removes everything that was started or written; where something failed, the gateway's logs are kept."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        if self.gateway.process is not None and self.gateway.process.poll() is None:
            self.gateway.kill()
        self.end_adversary()
        for pid in gateway.marked(self.gateway.mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        self.disk.remove()
        if keep_logs:
            kept = pathlib.Path(tempfile.mkdtemp(prefix="vetgate-soak-logs-"))
            for log in self.folder.glob("*.log"):
                shutil.copy(log, kept)
            print(f"The gateway's logs are in {kept}")
        shutil.rmtree(self.folder, ignore_errors=True)
