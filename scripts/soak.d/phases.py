"""The phases of a run, in their order, each with its checks."""

import collections
import sqlite3
import threading
import time

import clock
import gateway
import misbehaviour
import record
import wire
from traffic import attacks

# What a process may have more of in memory after the soak than after the warm-up: a fifth and eight megabytes, for what is
# remembered of sessions (16 MiB at most, as configured) and for holes between what is in use. At 20,000 calls a leak of two
# kilobytes a call is beyond that.
SHARE, SLACK = 0.20, 8 << 20

# Threads for work that blocks are as many as there was such work at once, and end after ten seconds without any; what happens
# every second wakes them in turns and keeps them. So their number moves, but not with the number of calls, sessions or crashes.
TURNS = 32

# The ledger has two connections for reading, each with two files, which are opened when they are first used at the same time.
READERS = 4

# How long sockets and children may take to be as many as before: connections to servers are kept for a minute and a half.
SETTLING = 240


def start(stage):
    stage.start_adversary()
    stage.gateway.configure(session_idle="8s")
    stage.gateway.start()
    one = misbehaviour.worker(stage, "start")
    for server in misbehaviour.SERVERS:
        stage.check(f"`{server}` is there", misbehaviour.comes_back(stage, one, server))
    one.client.close()
    stage.attacks = attacks(stage.gateway.port)
    stage.until(lambda: set(states(stage)) == {"up"})
    stage.up = states(stage)["up"]
    stage.say(f"started: {dict(states(stage))} servers, {len(stage.attacks)} tools of attacking servers, disk: {stage.disk.how}")


def states(stage):
    """How many servers are in which state."""
    return collections.Counter(server["state"] for server in stage.gateway.ask("GET", "/api/v1/servers")["servers"])


def traffic(stage, calls, phase):
    begun = time.monotonic()
    done = stage.crowd(calls).join()
    took = time.monotonic() - begun
    stage.settle_faults(phase)
    stage.say(f"{phase}: {done} steps by {stage.width} clients, {done / took:.0f} a second")


def misbehave(stage, calls, phase, ways):
    misbehaviour.misbehave(stage, calls, ways)
    stage.settle_faults(phase)
    killed = misbehaviour.murder(stage, calls)
    crashes, floods = " and ".join(ways), len(misbehaviour.FLOODS)
    stage.say(f"{phase}: crashes ({crashes}), 4 hangs, {floods} floods, kill -9 of {killed} servers and the attackers")


def settled(stage, baseline=None):
    """The census once all sessions are over. Against a baseline, waits until nothing is above it, if it comes to that."""
    over = stage.until(lambda: stage.gateway.ask("GET", "/api/v1/status")["sessions"] == 0)
    stage.check("sessions that nobody ended are over in time", over)
    # A server that is not back yet has no connection, and would make a census that is too low to come back to.
    stage.check("every server is there again", stage.until(lambda: states(stage)["up"] >= stage.up, SETTLING), str(states(stage)))
    steady, last = 0, None
    end = time.monotonic() + SETTLING
    while time.monotonic() < end:
        now = stage.gateway.census()
        if baseline is None:
            steady = steady + 1 if last is not None and now.held() == last.held() else 0
            if steady >= 6:
                return now
        elif is_as_before(now, baseline):
            return now
        last = now
        time.sleep(0.5)
    return last


def is_as_before(now, before):
    is_open = now.files <= before.files + READERS and now.sockets <= before.sockets
    return is_open and now.children == before.children and not now.zombies


def flat(stage, before):
    after = settled(stage, before)
    both = f"{before} before, {after} after"
    stage.check("memory is flat", after.resident <= before.resident * (1 + SHARE) + SLACK, both)
    stage.check("open files are as many as before", after.files <= before.files + READERS, both)
    stage.check("sockets are as many as before", after.sockets <= before.sockets, both)
    stage.check("threads are as many as before, about", after.threads <= before.threads + TURNS, both)
    stage.check("children are as many as before", after.children == before.children, both)
    stage.check("no child is a zombie", not after.zombies, both)
    stage.say(f"flat: {after} (after the warm-up: {before})")
    return after


def full_disk(stage):
    """While nothing can be recorded nothing may be answered; afterwards everything goes on."""
    one = misbehaviour.worker(stage, "disk")
    one.echo()
    squeeze(stage)
    # One that is under way when there is no room any more: its end is written late, and that it is there is seen at the end.
    sleeper = asleep(stage, 2000)
    stage.disk.fill(stage.gateway.process.pid)
    refused = row = passed = 0
    for _ in range(400):
        reply = one.tool("steady__echo", None, text="a river " * 500)
        if reply.reason == "unrecorded":
            refused, row = refused + 1, row + 1
        else:
            passed, row = passed + 1, 0
        if row == 20:
            break
    stage.check("full disk: calls are refused as unrecorded", row == 20, f"{refused} refused, {passed} not")
    lists = one.client.request("tools/list", {}, "full")
    stage.check("full disk: lists are still answered", lists.result is not None, str(lists.error))
    stage.check("full disk: the gateway lives", stage.gateway.process.poll() is None)
    stage.check("full disk: a call that was under way is answered", stage.until(sleeper.is_answered))
    stage.disk.free(stage.gateway.process.pid)
    again = stage.until(lambda: one.tool("steady__echo", None, text="again?").error is None, pause=0.2)
    stage.check("full disk: calls work again once there is room", again)
    stage.book.faults.clear()
    one.client.close()
    intact, said = record.verify(stage.binary, stage.gateway.data)
    stage.check("full disk: the chain is intact", intact, str(said))
    stage.say(f"full disk: {passed} calls found room, {refused} were refused as unrecorded, then calls worked again")


def squeeze(stage):
    """Has the journal of the ledger written back and cut to nothing.

    Its file is used again from the front, so that on a full disk there would be room for many calls before one is refused.
    """
    store = sqlite3.connect(stage.gateway.data / "ledger.db", timeout=30)
    try:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        store.close()


def killed(stage, calls, environment):
    """kill -9 of the gateway under load, and a start on the same folder."""
    crowd = stage.crowd(calls)
    stage.until(lambda: sum(one.done for one in crowd.workers) > calls // 4, pause=0.02)
    sleepers = [asleep(stage) for _ in range(4)]
    stage.gateway.kill()
    for one in [*crowd.workers, *sleepers]:
        one.stop.set()
    crowd.join()
    stage.book.faults.clear()
    intact, said = record.verify(stage.binary, stage.gateway.data)
    stage.check("kill -9 of the gateway: the chain is intact before the next start", intact, str(said))
    stage.check("kill -9 of the gateway: its servers end with it", stage.until(lambda: not gateway.marked(stage.gateway.mark), 30))
    stage.gateway.configure(session_idle="1h")
    stage.gateway.start(environment)
    found = record.calls(stage.binary, stage.gateway.data)
    interrupted = {ref for ref, errors in found.items() if any(error and error.startswith("interrupted") for error in errors)}
    missing = {one.ref for one in sleepers} - interrupted
    stage.check("kill -9 of the gateway: calls under way are on record as interrupted", not missing, f"{missing} are not")
    answered = interrupted & set(stage.book.answered)
    stage.check("kill -9 of the gateway: no call that was answered is on record as interrupted", not answered, str(answered))
    stage.say(f"kill -9 of the gateway under load: {len(interrupted)} calls on record as interrupted, chain intact, started again")


def asleep(stage, milliseconds=100000):
    """A client whose call is under way at its server, and will be for a while."""
    one = misbehaviour.worker(stage, "asleep")
    threading.Thread(target=nap, args=(one, milliseconds), daemon=True).start()
    stage.until(lambda: one.ref in stage.heard(), pause=0.02)
    return one


def nap(one, milliseconds):
    try:
        one.tool("steady__nap", None, milliseconds=milliseconds)
    except wire.NoAnswer:
        # The gateway is gone, which is the point.
        pass


def jumping_clock(stage, calls):
    """The day jumps forwards and back while sessions are open and calls wait for a person."""
    one = misbehaviour.worker(stage, "clock")
    one.echo()
    session = one.client.session
    for days in (1, -1, 0):
        hold = Held(stage)
        stage.clock.set(days)
        # It was silent for a while: the session goes on, but the connection may be over.
        one.client.drop()
        one.echo()
        seen = clock.days_off(stage.gateway)
        stage.check(f"clock {days:+d} d: the gateway sees the jump", seen == days, f"it is {seen} days off")
        stage.check(f"clock {days:+d} d: a session that was open stays open", one.client.session == session)
        reply = hold.ended()
        in_time = reply.reason == "denied" and hold.took > 1.5
        detail = f"{reply.error} after {hold.took:.1f} s"
        stage.check(f"clock {days:+d} d: a call that waits for a person ends in its time, not before", in_time, detail)
        # A few attempts, because a machine may be so busy that the time to approve is over.
        approved = any(Held(stage).approved() for _ in range(5))
        stage.check(f"clock {days:+d} d: what a person approves goes through", approved)
        stage.crowd(calls).join()
        stage.settle_faults(f"clock {days:+d} d")
    one.client.close()
    stage.check("clock: the gateway lives", stage.gateway.process.poll() is None)
    stage.say("clock: a day forwards, two back and right again, with open sessions and calls that wait for a person")


class Held:
    """A call that waits for a person."""

    def __init__(self, stage):
        self.stage = stage
        self.one = misbehaviour.worker(stage, "held")
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.reply, self.took = None, 0
        self.thread.start()
        stage.until(lambda: stage.gateway.ask("GET", "/api/v1/holds")["holds"], 30, 0.05)

    def run(self):
        begun = time.monotonic()
        try:
            self.reply = self.one.tool("steady__echo", None, text="may I?", person="yes")
            self.took = time.monotonic() - begun
            self.one.client.close()
        except wire.NoAnswer:
            # It is in the book as a call without an answer.
            pass

    def approved(self):
        """Approves it; whether it went through."""
        for hold in self.stage.gateway.ask("GET", "/api/v1/holds")["holds"]:
            self.stage.gateway.ask("POST", f"/api/v1/holds/{hold['id']}/approve", {"by": "soak"})
        return self.ended().error is None

    def ended(self):
        self.thread.join(wire.PATIENCE)
        return self.reply or wire.Reply(0, {"error": {"code": 0, "message": "no answer"}}, {})


def stop(stage):
    """SIGTERM with sessions open and a call under way."""
    one = asleep(stage)
    one.stop.set()
    begun = time.monotonic()
    code = stage.gateway.stop()
    took = time.monotonic() - begun
    stage.check("SIGTERM: the gateway ends with code 0", code == 0, f"it was {code}: {stage.gateway.tail()}")
    stage.check("SIGTERM: no server is left", stage.until(lambda: not gateway.marked(stage.gateway.mark), 30))
    stage.say(f"SIGTERM: ended with code {code} after {took:.1f} s, no process left")


def reconcile(stage):
    intact, said = record.verify(stage.binary, stage.gateway.data)
    stage.check("the chain is intact", intact, str(said))
    found = record.calls(stage.binary, stage.gateway.data)
    heard = stage.heard()
    wrong = record.compare(stage.book, found, heard)
    detail = f"{len(wrong)} are not: " + "; ".join(wrong[:5])
    stage.check("every call that was answered, or heard by a server, is on record once and as it was", not wrong, detail)
    chain = f"{said.get('records')} records, chain {'intact' if intact else 'BROKEN'}"
    stage.say(f"record: {chain}; {len(stage.book.answered)} answered and {len(heard)} heard calls held against {len(found)}")
    return said, found, heard
