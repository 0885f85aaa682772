"""What a busy team asks of a gateway, in a mix that a seed decides.

A worker is one client on one thread with a share of the calls. What it does next depends on the seed and its number alone, so two
runs ask for the same; in which order the workers' calls meet is the machine's affair.
"""

import random
import threading
import time

import wire

WORDS = "the a river bridge report table window letter garden winter number paper answer morning city".split()

# Of a hundred steps, how many are what.
MIX = {
    "echo": 40,
    "page": 12,
    "attacker": 9,
    "own": 5,
    "listing": 5,
    "nap": 5,
    "slow": 4,
    "prompt": 4,
    "large": 3,
    "resource": 3,
    "wrong": 5,
    "vanish": 2,
    "reopen": 2,
    "forget": 1,
}


def prose(chance, words):
    return " ".join(chance.choice(WORDS) for _ in range(words))


class Worker:
    """One client with its share of the calls."""

    def __init__(self, number, seed, port, book, calls, deadline, attacks):
        self.chance = random.Random(f"{seed}/{number}")
        self.book = book
        self.calls = calls
        self.deadline = deadline
        self.attacks = attacks
        # Every third speaks the revision without sessions.
        self.client = wire.Client(port, wire.STATELESS if number % 3 == 2 else wire.HANDSHAKE)
        self.stop = threading.Event()
        self.done = 0
        # The call that it made last, or is making.
        self.ref = None

    def run(self):
        """Makes its calls. What is not as it should be is a fault in the book."""
        kinds, weights = list(MIX), list(MIX.values())
        try:
            self.client.open()
            while self.done < self.calls and not self.stop.is_set():
                if time.monotonic() > self.deadline:
                    self.book.fault("the traffic was not done in time")
                    return
                kind = self.chance.choices(kinds, weights)[0]
                getattr(self, kind)()
                self.done += 1
            if not self.stop.is_set():
                self.client.close()
        except wire.NoAnswer as error:
            if not self.stop.is_set():
                self.book.fault(f"a client could not go on: {error}")
        except Exception as error:  # A mistake here must not pass for a client that is done.
            self.book.fault(f"a client could not go on: {error!r}")

    def call(self, method, params, expect=True):
        """One call with a name of its own, which is to end with a result; where `expect` is None, with whatever it may."""
        self.ref = ref = self.book.ref()
        params = {**params, "arguments": {**params.get("arguments", {}), "ref": ref}} if method != "resources/read" else params
        try:
            reply = self.client.request(method, params, ref)
            if reply.status == 404 and self.client.session is not None:
                # It was silent for too long: the session is over, and so the protocol has the client begin a new one.
                self.client.open()
                reply = self.client.request(method, params, ref)
        except wire.NoAnswer as error:
            self.book.left(ref)
            if not self.stop.is_set():
                self.book.fault(f"{ref}, {params.get('name', method)}: no answer: {error}")
            raise
        if reply.status != 200:
            self.book.fault(f"{ref}, {params.get('name', method)}: HTTP {reply.status} {reply.error}")
            return reply
        self.book.told(ref, reply.reason)
        if expect is not None and (reply.error is None) is not expect:
            self.book.fault(f"{ref}, {params.get('name', method)}: {reply.error or 'a result, where an error was due'}")
        return reply

    def is_answered(self):
        """Whether its last call is."""
        return self.ref in self.book.answered

    def tool(self, name, expect=True, /, **arguments):
        return self.call("tools/call", {"name": name, "arguments": arguments}, expect)

    # What there is to do; the names are those of the mix.

    def echo(self):
        text = prose(self.chance, self.chance.randint(1, 60))
        reply = self.tool("steady__echo", text=text)
        if reply.result is not None and reply.result["content"][0]["text"] != text:
            self.book.fault("an echo was not what was said")

    def page(self):
        params = {"name": "steady__page", "arguments": {"lines": self.chance.randint(5, 120)}}
        if self.chance.random() < 0.5:
            params["_meta"] = {"progressToken": f"p{self.done}"}
        self.call("tools/call", params)

    def nap(self):
        self.tool("steady__nap", milliseconds=self.chance.randint(1, 40))

    def large(self):
        self.tool("steady__echo", text=prose(self.chance, self.chance.randint(1000, 6000)))

    def slow(self):
        self.tool("slow__echo", text=prose(self.chance, 5))

    def own(self):
        """A server of which every session has a process of its own. One without a session has one for a single call."""
        self.tool("own__echo" if self.client.session else "slow__echo", text=prose(self.chance, 5))

    def prompt(self):
        self.call("prompts/get", {"name": "steady__greeting"})

    def resource(self):
        self.call("resources/read", {"uri": "soak://crashing"}, None)

    def attacker(self):
        if self.attacks:
            name, arguments = self.chance.choice(self.attacks)
            self.tool(name, None, **arguments)

    def listing(self):
        method = self.chance.choice(["tools/list", "prompts/list", "resources/list", "ping"])
        if self.client.revision == wire.STATELESS and method == "ping":
            method = "tools/list"
        self.client.request(method, {}, f"list-{self.done}")

    def wrong(self):
        """Requests that are to be refused, and to harm nobody."""
        which = self.chance.randrange(6)
        headers = self.client.headers({"method": "tools/call", "params": {"name": "steady__echo"}})
        if which == 0:
            self.tool("steady__nothing", False)
        elif which == 1:
            self.tool("nobody__echo", False)
        elif which == 2:
            self.client.exchange("POST", b'{"jsonrpc":"2.0","id":1,"method":"tools/c', headers)
        elif which == 3:
            self.client.exchange("POST", b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', headers)
        elif which == 4:
            self.client.exchange("POST", b"[" * 5000, headers)
        else:
            self.client.exchange("POST", b"{}", {**headers, "Mcp-Session-Id": "0" * 32})

    def vanish(self):
        """Closes the socket in the middle of a call."""
        ref = self.book.ref()
        self.book.left(ref)
        work = [("steady__nap", {"milliseconds": 60}), ("steady__page", {"lines": 100}), ("slow__echo", {"text": "x"})]
        name, takes = self.chance.choice(work)
        params = {"name": name, "arguments": {"ref": ref, **takes}}
        self.client.abandon("tools/call", params, ref, self.chance.choice([0, 0.01, 0.03]))

    def reopen(self):
        self.client.close()
        self.client.open()

    def forget(self):
        """Leaves a session open for ever and begins another."""
        self.client.drop()
        self.client.open()


class Crowd:
    """Several workers side by side."""

    def __init__(self, workers):
        self.workers = workers
        self.threads = [threading.Thread(target=worker.run, daemon=True) for worker in workers]

    def start(self):
        for thread in self.threads:
            thread.start()
        return self

    def join(self):
        for thread in self.threads:
            thread.join(max(0, self.workers[0].deadline + 2 * wire.PATIENCE - time.monotonic()))
            if thread.is_alive():
                self.workers[0].book.fault("a client could not go on: it hangs")
        return sum(worker.done for worker in self.workers)


def attacks(port):
    """What can be called of the attacking servers, with arguments that fit as far as their schemas say."""
    client = wire.Client(port).open()
    found, cursor = [], None
    for _ in range(20):
        reply = client.request("tools/list", {"cursor": cursor} if cursor else {}, "tools")
        for tool in (reply.result or {}).get("tools", []):
            server = tool["name"].split("__")[0]
            if server not in ("steady", "slow", "own", "crashing", "hanging", "flooding"):
                found.append((tool["name"], fitting(tool.get("inputSchema") or {})))
        cursor = (reply.result or {}).get("nextCursor")
        if not cursor:
            break
    client.close()
    return sorted(found, key=lambda attack: attack[0])


def fitting(schema):
    values = {"string": "a few words", "integer": 3, "number": 1.5, "boolean": True, "array": [], "object": {}}
    properties = schema.get("properties") or {}
    return {
        name: (properties.get(name) or {}).get("enum", [values.get((properties.get(name) or {}).get("type"), "x")])[0]
        for name in schema.get("required") or []
    }
