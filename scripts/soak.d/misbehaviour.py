"""Servers that crash, hang and flood, and servers that are killed, while other clients go on working."""

import concurrent.futures
import contextlib
import os
import signal

import traffic

# In the warm-up and in the soak. Few, because every further crash of a server doubles the wait until it is started again.
LEAVING = [("exit", "kill"), ("half",)]
SERVERS = ["steady", "slow", "crashing", "hanging", "flooding"]
FLOODS = ["answer", "notifications", "lists", "garbage", "line", "strangers", "errors"]


def worker(stage, name):
    """A worker whose single steps a phase takes itself."""
    one = traffic.Worker(0, name, stage.gateway.port, stage.book, 0, stage.deadline, [])
    one.client.open()
    return one


def comes_back(stage, one, server):
    """Whether a server answers, if not at once: it is started again after a while that doubles."""
    return stage.until(lambda: one.tool(f"{server}__echo", None, text="there?").error is None, pause=0.2)


def crashes(stage, ways):
    one = worker(stage, "crashes")
    for how in ways:
        stage.check("a server that has crashed is started again", comes_back(stage, one, "crashing"))
        reply = one.tool("crashing__leave", None, how=how)
        stage.check(f"a crash by `{how}` is told to the client", reply.error is not None, str(reply.result))
    stage.check("a server that has crashed is started again", comes_back(stage, one, "crashing"))
    one.client.close()


def hangs(stage):
    def hang(number):
        one = worker(stage, f"hang {number}")
        reply = one.tool("hanging__hang", None)
        one.client.close()
        return reply.reason

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        reasons = list(pool.map(hang, range(3)))
    stage.check("a call that hangs ends with a timeout", set(reasons) == {"timeout"}, str(reasons))
    one = worker(stage, "hangs")
    reply = one.tool("hanging__freeze", None, milliseconds=4000)
    stage.check("a server that reads no more is told to the client", reply.error is not None, str(reply.result))
    stage.check("a server that hung is used again", comes_back(stage, one, "hanging"))
    one.client.close()


def floods(stage):
    one = worker(stage, "floods")
    for what in FLOODS:
        reply = one.tool("flooding__flood", None, what=what)
        if what == "answer":
            stage.check("an answer that is too long is an error", reply.error is not None)
        stage.check(f"a server that floods with {what} is used again", comes_back(stage, one, "flooding"))
    for name, arguments in stage.attacks:
        one.tool(name, None, **arguments)
    one.client.close()


def misbehave(stage, calls, ways):
    """All of it at once, with clients beside it that must not notice."""
    crowd = stage.crowd(calls, attacks=False)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(crashes, stage, ways), pool.submit(hangs, stage), pool.submit(floods, stage)]:
            done.result()
    crowd.join()


def murder(stage, calls):
    """Kills every server under load, those behind HTTP as well, and waits until all are back."""
    crowd = stage.crowd(calls)
    stage.until(lambda: sum(one.done for one in crowd.workers) > calls // 4, pause=0.05)
    victims = stage.gateway.children()
    port = int(next(iter(stage.gateway.attackers.values()))["url"].split(":")[2].split("/")[0])
    for victim in victims:
        # One that belongs to a session may have ended with it just now.
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    stage.end_adversary()
    stage.start_adversary(port)
    crowd.join()
    # Calls that were under way at a server which was killed have failed, and were told so; that is as it should be.
    unanswered = [fault for fault in stage.book.faults if "no answer" in fault or "HTTP" in fault or "go on" in fault]
    stage.book.faults.clear()
    stage.check("kill -9 of servers: every call is answered, if with an error", not unanswered, "; ".join(unanswered[:5]))
    one = worker(stage, "after")
    for server in SERVERS:
        stage.check(f"kill -9 of servers: `{server}` comes back", comes_back(stage, one, server))
    one.client.close()
    return len(victims)
