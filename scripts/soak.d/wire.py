"""A client of the gateway: JSON-RPC over Streamable HTTP, with a session or without.

One client is used by one thread. Nothing here waits longer than `PATIENCE`.
"""

import http.client
import json
import time

# How long an answer may take. Long, because a machine may be busy; what counts is that there is an answer.
PATIENCE = 120

HANDSHAKE = "2025-11-25"
STATELESS = "2026-07-28"
ABOUT = {"name": "soak", "version": "1"}
PREFIX = "io.modelcontextprotocol/"


class NoAnswer(Exception):
    """The connection ended, or time was up, before there was an answer."""


class Reply:
    """What came back: the HTTP status, and a result or an error."""

    def __init__(self, status, message, headers):
        self.status = status
        self.result = message.get("result")
        self.error = message.get("error")
        self.headers = headers

    @property
    def reason(self):
        """The gateway's word for why there is an error; of an error without one, its code; of a result, nothing."""
        if self.error is None:
            return None
        data = self.error.get("data")
        return (data.get("reason") if isinstance(data, dict) else None) or str(self.error.get("code"))


class Client:
    def __init__(self, port, revision=HANDSHAKE):
        self.port = port
        self.revision = revision
        self.session = None
        self.connection = None

    def open(self):
        """Greets, where there is a greeting. A session that was open before is left as it is."""
        self.session = None
        if self.revision == STATELESS:
            return self
        params = {"protocolVersion": self.revision, "capabilities": {}, "clientInfo": ABOUT}
        reply = self.request("initialize", params, "hello")
        if reply.result is None:
            raise NoAnswer(f"the greeting was refused: {reply.status} {reply.error}")
        self.session = reply.headers.get("mcp-session-id")
        self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def close(self):
        """Ends the session and the connection."""
        if self.session is not None:
            self.exchange("DELETE", None, self.headers())
            self.session = None
        self.drop()

    def drop(self):
        """Ends the connection alone."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def request(self, method, params, id):
        return self.post({"jsonrpc": "2.0", "id": id, "method": method, "params": params})

    def abandon(self, method, params, id, after):
        """Sends a request and closes the socket `after` seconds later, without reading."""
        message = self.introduced({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        self.drop()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/mcp", json.dumps(message), self.headers(message))
            time.sleep(after)
        except OSError as error:
            raise NoAnswer(str(error)) from error
        finally:
            connection.close()

    def post(self, message):
        message = self.introduced(message)
        return self.exchange("POST", json.dumps(message).encode(), self.headers(message), message.get("id"))

    def introduced(self, message):
        """The message, which says itself who sends it where there is no session to know it."""
        if self.revision != STATELESS:
            return message
        about = {PREFIX + "protocolVersion": STATELESS, PREFIX + "clientInfo": ABOUT, PREFIX + "clientCapabilities": {}}
        params = message.get("params") or {}
        return {**message, "params": {**params, "_meta": {**params.get("_meta", {}), **about}}}

    def headers(self, message=None):
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.session is not None:
            headers["Mcp-Session-Id"] = self.session
            headers["MCP-Protocol-Version"] = self.revision
        if self.revision == STATELESS and message is not None:
            params = message.get("params") or {}
            headers["MCP-Protocol-Version"] = STATELESS
            headers["Mcp-Method"] = message["method"]
            name = params.get("name", params.get("uri"))
            if name is not None:
                headers["Mcp-Name"] = name
        return headers

    def exchange(self, verb, body, headers, id=None, path="/mcp"):
        """Sends bytes as they are and reads the answer to `id`."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self.connection.request(verb, path, body, headers)
            response = self.connection.getresponse()
            text = response.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            self.drop()
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        if response.getheader("content-type", "").startswith("text/event-stream"):
            message = last_event(text, id)
            if message is None:
                raise NoAnswer("the stream ended without an answer")
        else:
            message = parsed(text)
        return Reply(response.status, message, response.headers)


def parsed(text):
    try:
        message = json.loads(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def last_event(text, id):
    """The answer to `id` in a stream of events."""
    for line in text.splitlines():
        if line.startswith("data:"):
            message = parsed(line[5:])
            if message.get("id") == id and "method" not in message:
                return message
    return None
