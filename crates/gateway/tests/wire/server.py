"""A scripted MCP server: it does what the `steps` of a request say, and keeps a journal of all that reached it.

    server.py FOLDER handshake|stateless [http] [stream]

FOLDER holds `catalog.json` (what is listed, read anew each time), `journal` (one JSON object a line) and the gates:
empty files named `gate-NAME` for which a step can wait. Over HTTP the address is the first line of the output, and the
server ends with its input. With `stream` every answer over HTTP is an event stream.

With `turns` in the catalog, each `tools/list` is answered with the next of several lists; what is `gated` waits for the
gate `list`, and what is `refused` is not answered with a list at all. What is in `speaks` is said after the handshake
without being asked for, once the gate `speak` is open, and again once `speak-again` is. With `extras` the greeting has
members that nobody knows. What is `unfriendly` is answered to the greeting. A `restless` server says that its tools have changed whenever they are read.

With `folds` it reads messages as Go's `encoding/json` does: a member is the field whose name it equals without regard to
case, and the last one counts. What it executes is in the journal.

`secret` of the catalog is what a step says in the place of `$SECRET`, so that nobody has said it to the server before.

Definitions, results and messages are texts in the catalog and in steps, and are sent as they are.
"""

import json
import os
import queue
import select
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FOLDER, ERA = sys.argv[1], sys.argv[2]
IS_STATELESS = ERA == "stateless"
LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
STATE = "the server's own state: "

FIELDS = {name.casefold(): name for name in ["jsonrpc", "id", "method", "params", "name", "arguments", "result", "uri", "ref"]}

lock = threading.RLock()
asked = {}  # questions of this server that wait for an answer
streams = {}  # where to say what nobody asked for: by session or subscription
sessions = set()
is_deaf = False
last = 0


class Abandoned(Exception):
    """Nobody waits for the call any more."""


def journal(**entry):
    with lock, open(os.path.join(FOLDER, "journal"), "a") as file:
        file.write(json.dumps({"pid": os.getpid(), **entry}) + "\n")


def catalog():
    with open(os.path.join(FOLDER, "catalog.json")) as file:
        return json.load(file)


def read(raw):
    """A message as this server understands it."""
    if not catalog().get("folds"):
        return json.loads(raw)
    return json.loads(raw, object_pairs_hook=lambda pairs: {FIELDS.get(key.casefold(), key): value for key, value in pairs})


def is_open(gate):
    return os.path.exists(os.path.join(FOLDER, "gate-" + gate))


def number():
    global last
    with lock:
        last += 1
        return last


class Lines:
    """Standard output."""

    session = None

    def send(self, text):
        with lock:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    finish = send

    def raw(self, text, *_):
        self.send(text)

    def check(self):
        pass


class Call:
    """One request: its steps, and what clients answered so far."""

    def __init__(self, message, out):
        self.id, self.params, self.out = message["id"], message.get("params") or {}, out
        self.answers = []

    def run(self, steps):
        if IS_STATELESS and "requestState" in self.params:
            self.answers = json.loads(self.params["requestState"].removeprefix(STATE))
            self.answers += (self.params.get("inputResponses") or {}).values()
        questions = 0
        for step in steps:
            do, text = step["do"], step.get("text", "")
            token = (self.params.get("_meta") or {}).get("progressToken")
            text = text.replace("$TOKEN", json.dumps(token)).replace("$ID", json.dumps(self.id))
            text = text.replace("$SECRET", json.dumps(catalog().get("secret", "")))
            if do == "send":
                self.out.send(text)
            elif do == "unasked":
                tell(text, self.out.session)
            elif do == "ask":
                questions += 1
                if questions > len(self.answers):
                    if IS_STATELESS:
                        return self.interim(step)
                    self.answers.append(self.ask(step))
            elif do == "gate":
                self.wait(step["name"])
            elif do == "sleep":
                time.sleep(step["seconds"])
            elif do == "flood":
                for _ in range(step["times"]):
                    self.out.send(text)
            elif do == "die":
                journal(mark="died")
                os._exit(3)
            elif do == "stderr":
                sys.stderr.write(text + "\n")
                sys.stderr.flush()
            elif do == "raw":
                # Instead of an answer: over HTTP with this status and media type, over lines as a line.
                self.out.raw(text, step.get("status", 200), step.get("media", "application/json"), step.get("to"))
                return None
            elif do == "forget":
                sessions.discard(self.out.session)
            elif do == "deaf":
                global is_deaf
                is_deaf = True
            elif do == "big":
                return '"result":{"content":[{"type":"text","text":"%s"}]}' % ("x" * step["bytes"])
            elif do == "silent":
                return None
            elif do == "misname":
                self.id = 987654321
            elif do == "result":
                return '"result":' + text.replace("$ANSWERS", json.dumps(json.dumps(self.answers)))
            elif do == "error":
                return '"error":' + text
        return '"result":{"content":[{"type":"text","text":%s}]}' % json.dumps(json.dumps(self.answers))

    def interim(self, step):
        questions = {"q": {"method": step["method"], "params": step.get("params", {})}}
        result = {"resultType": "input_required", "inputRequests": questions}
        if not step.get("stateless"):
            result["requestState"] = STATE + json.dumps(self.answers)
        return '"result":' + json.dumps(result)

    def ask(self, step):
        key = "question-%d" % number()
        asked[key] = queue.Queue()
        question = {"jsonrpc": "2.0", "id": key, "method": step["method"], "params": step.get("params", {})}
        if step.get("unasked"):
            tell(json.dumps(question), self.out.session)
        else:
            self.out.send(json.dumps(question))
        answer = asked[key].get()
        del asked[key]
        return answer.get("result", answer.get("error"))

    def wait(self, gate):
        journal(mark="at " + gate)
        while not is_open(gate):
            self.out.check()
            time.sleep(0.02)


def tell(text, session):
    """Says something that nobody asked for."""
    with lock:
        if "http" not in sys.argv and not IS_STATELESS:
            Lines().send(text)
        for key, stream in list(streams.items()):
            if IS_STATELESS:
                message = json.loads(text)
                message.setdefault("params", {}).setdefault("_meta", {})[SUBSCRIPTION] = key
                stream.put(json.dumps(message))
            elif key == session:
                stream.put(text)


def speak(session):
    for gate in ("speak", "speak-again"):
        while not is_open(gate):
            time.sleep(0.02)
        for text in catalog().get("speaks", []):
            tell(text, session)


def listed(method, params):
    shown = catalog()
    if method in shown.get("refused", []):
        return '"error":{"code":-32603,"message":%s}' % json.dumps(shown.get("excuse", "not today"))
    if method in shown.get("gated", []):
        journal(mark="at " + method)
        while not is_open("list"):
            time.sleep(0.02)
    entries, size = shown.get(LISTS[method], []), shown.get("page", 10**6)
    if method == "tools/list" and "turns" in shown:
        entries = shown["turns"][number() % len(shown["turns"])]
    if method == "tools/list" and shown.get("restless"):
        tell('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', None)
    start = int(params.get("cursor", 0))
    end = start + size
    more = ',"nextCursor":"%d"' % end if end < len(entries) else ""
    kept = ',"resultType":"complete","ttlMs":3600000,"cacheScope":"public"' if IS_STATELESS else ""
    return '"result":{"%s":[%s]%s%s}' % (LISTS[method], ",".join(entries[start:end]), more, kept)


def reply(message, out):
    """The member of the answer that is the result or the error."""
    method, params = message["method"], message.get("params") or {}
    arguments = params.get("arguments")
    steps = params.get("steps") or (arguments.get("steps") if isinstance(arguments, dict) else None)
    complete = ',"resultType":"complete"' if IS_STATELESS else ""
    if steps:
        call = Call(message, out)
        body = call.run(steps)
        return call.id, body
    return message["id"], plain(method, params, complete)


def plain(method, params, complete):
    shown = catalog()
    capabilities = json.dumps(shown.get("capabilities", {"tools": {}}))
    more = ',"x-info":1.0' if shown.get("extras") else ""
    more += ',"title":' + json.dumps(shown["title"]) if "title" in shown else ""
    info = '{"name":%s,"version":"1"%s}' % (json.dumps(shown.get("name", "scripted")), more)
    said = ',"instructions":' + json.dumps(shown["instructions"]) if "instructions" in shown else ""
    if "unfriendly" in shown and method in ("initialize", "server/discover"):
        return shown["unfriendly"]
    if method == "initialize" and not IS_STATELESS:
        known = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
        revision = params["protocolVersion"] if params["protocolVersion"] in known else known[0]
        extras = ',"x-greeting":1e400' if shown.get("extras") else ""
        return '"result":{"protocolVersion":"%s","capabilities":%s,"serverInfo":%s%s%s}' % (
            revision, capabilities, info, said, extras)
    if method == "server/discover" and IS_STATELESS:
        return '"result":{"supportedVersions":["2026-07-28"],"capabilities":%s,"serverInfo":%s%s%s}' % (
            capabilities, info, said, complete)
    if method in ("initialize", "server/discover"):
        return '"error":{"code":-32601,"message":"Method not found"}'
    if method in LISTS:
        return listed(method, params)
    if method == "resources/read" and params["uri"].startswith("gone:"):
        return '"error":{"code":-32002,"message":"Resource not found"}'
    if method == "resources/read":
        return '"result":{"contents":[{"uri":%s,"text":"read"}]%s}' % (json.dumps(params["uri"]), complete)
    if method == "completion/complete":
        about = params["ref"].get("name") or params["ref"].get("uri")
        return '"result":{"completion":{"values":[%s]}%s}' % (json.dumps(about), complete)
    if method == "tasks/list":
        return '"result":{"tasks":[{"taskId":"task of %s"}]}' % os.path.basename(FOLDER)
    if method in ("logging/setLevel", "resources/subscribe", "resources/unsubscribe", "ping"):
        return '"result":{}'
    text = json.dumps("%s %s" % (method, params.get("name", params.get("taskId", ""))))
    return '"result":{"content":[{"type":"text","text":%s}]%s}' % (text, complete)


def handle(message, out):
    """Answers a request through `out`."""
    if message["method"] == "subscriptions/listen" and IS_STATELESS:
        return stay(message, out)
    try:
        key, body = reply(message, out)
        if body is not None:
            out.finish('{"jsonrpc":"2.0","id":%s,%s}' % (json.dumps(key), body))
    except Abandoned:
        journal(mark="abandoned")
    except OSError:
        journal(mark="unheard")


def stay(message, out):
    """A stream of changes, until nobody listens."""
    key, wanted = message["id"], (message.get("params") or {}).get("notifications", {})
    streams[key] = queue.Queue()
    params = {"_meta": {SUBSCRIPTION: key}, "notifications": wanted}
    out.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params}))
    journal(mark="streaming", wanted=wanted)
    try:
        pump(streams[key], out)
    finally:
        streams.pop(key, None)


def pump(stream, out):
    while True:
        try:
            out.send(stream.get(timeout=0.05))
        except queue.Empty:
            try:
                out.check()
            except Abandoned:
                journal(mark="stream closed")
                return
        except OSError:
            return


def take(raw, out, **about):
    """Notes a message, and answers it if it is a request."""
    journal(raw=raw, session=out.session, **about)
    message = read(raw)
    if message.get("method") == "tools/call":
        journal(mark="executes " + str((message.get("params") or {}).get("name")))
    if message.get("method") == "notifications/initialized":
        threading.Thread(target=speak, args=(out.session,), daemon=True).start()
    if "method" in message and "id" in message:
        return message
    if "method" not in message and message.get("id") in asked:
        asked[message["id"]].put(message)
    return None


def over_lines():
    for line in sys.stdin:
        message = take(line.rstrip("\n"), Lines())
        if message:
            thread = threading.Thread(target=handle, args=(message, Lines()), daemon=True)
            thread.start()
            if '"deaf"' in line:
                # Before the next line is read, however busy the machine is.
                thread.join()
        while is_deaf:
            time.sleep(1)
    journal(mark="ended")
    os._exit(0)


class Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    session = None
    is_streaming = False

    def log_message(self, *_):
        pass

    def send(self, text):
        self.begin_stream()
        self.wfile.write(("event: message\r\ndata: %s\r\n\r\n" % text).encode())
        self.wfile.flush()

    def begin_stream(self):
        if not self.is_streaming:
            self.is_streaming = self.close_connection = True
            self.head(200, "text/event-stream", None)

    def finish(self, text=None):
        if text is None:
            return super().finish()
        if self.is_streaming or "stream" in sys.argv:
            return self.send(text)
        self.head(200, "application/json", text)

    def head(self, status, media, text):
        self.send_response(status)
        if media:
            self.send_header("Content-Type", media)
        if self.session:
            self.send_header("Mcp-Session-Id", self.session)
        if text is None and media:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len((text or "").encode())))
        self.end_headers()
        self.wfile.write((text or "").encode())
        self.wfile.flush()

    def raw(self, text, status, media, location):
        self.send_response(status, "reason " + text[:60])
        self.send_header("Content-Type", media)
        self.send_header("WWW-Authenticate", 'Bearer realm="%s"' % text[:60])
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())
        self.wfile.flush()

    def check(self):
        if select.select([self.connection], [], [], 0)[0] and not self.connection.recv(1, socket.MSG_PEEK):
            self.close_connection = True
            raise Abandoned

    def do_POST(self):
        self.is_streaming = False
        raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
        opening = '"method":"initialize"' in raw.replace(" ", "")
        self.session = self.headers.get("Mcp-Session-Id")
        if not IS_STATELESS and not opening and self.session not in sessions:
            journal(raw=raw, mark="unknown session")
            return self.head(404 if self.session else 400, None, None)
        if opening and not IS_STATELESS:
            self.session = "session-%d" % number()
            sessions.add(self.session)
            streams[self.session] = queue.Queue()
        headers = {name.lower(): value for name, value in self.headers.items()}
        message = take(raw, self, headers=headers)
        if message is None:
            return self.head(202, None, None)
        handle(message, self)

    def do_GET(self):
        self.session = self.headers.get("Mcp-Session-Id")
        if IS_STATELESS or self.session not in sessions:
            return self.head(405, None, None)
        self.begin_stream()
        journal(mark="listening", session=self.session)
        pump(streams[self.session], self)

    def do_DELETE(self):
        self.session = self.headers.get("Mcp-Session-Id")
        sessions.discard(self.session)
        journal(mark="deleted", session=self.session)
        self.session = None
        self.head(204, None, None)


class House(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def over_http():
    house = House(("127.0.0.1", 0), Door)
    print("http://127.0.0.1:%d/mcp" % house.server_port, flush=True)
    threading.Thread(target=house.serve_forever, daemon=True).start()
    sys.stdin.read()
    os._exit(0)


journal(mark="started")
if is_open("no-start"):
    sys.exit("no start today")
while os.path.exists(os.path.join(FOLDER, "slow-start")):
    time.sleep(0.02)
over_http() if "http" in sys.argv else over_lines()
