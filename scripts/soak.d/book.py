"""What the clients asked and what they were told, to be held against the gateway's record.

Every call has a name of its own, its `ref`: the id of its request, and an argument. So a call is found again in the record,
and in what a server says it has heard.
"""

import threading


class Book:
    def __init__(self):
        self.lock = threading.Lock()
        self.asked = 0
        # By ref: None for a result, else the gateway's reason for the error.
        self.answered = {}
        # Sent, and the client was gone before there was an answer, or the gateway was.
        self.abandoned = set()
        # What should not have happened, in words.
        self.faults = []

    def ref(self):
        with self.lock:
            self.asked += 1
            return f"call-{self.asked}"

    def told(self, ref, reason):
        with self.lock:
            self.answered[ref] = reason

    def left(self, ref):
        with self.lock:
            self.abandoned.add(ref)

    def fault(self, what):
        with self.lock:
            self.faults.append(what)

    def results(self):
        return sum(reason is None for reason in self.answered.values())

    def reasons(self):
        """How many errors of each kind clients were told."""
        counts = {}
        for reason in self.answered.values():
            if reason is not None:
                counts[reason] = counts.get(reason, 0) + 1
        return dict(sorted(counts.items()))
