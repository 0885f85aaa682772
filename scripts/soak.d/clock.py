"""A clock of the day that jumps while the gateway runs.

What measures spans, the monotonic clock, stays right, as on a real machine.

It takes libfaketime (Debian: `apt-get install faketime`), which is loaded into the gateway alone.
"""

import glob
import time

PLACES = [f"{folder}/faketime/libfaketimeMT.so.1" for folder in ("/usr/lib/*", "/usr/lib*", "/usr/local/lib*")]


def library():
    """Where the library is, or None."""
    found = sorted(path for place in PLACES for path in glob.glob(place))
    return found[0] if found else None


class Clock:
    def __init__(self, folder):
        self.file = folder / "clock"
        self.set(0)

    def environment(self):
        return {
            "LD_PRELOAD": library(),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def set(self, days):
        """So many days from now on away from the truth."""
        self.file.write_text(f"{days * 86400:+d}\n")


def days_off(gateway):
    """How many days the gateway is away from the truth, by the newest call on record.

    The date in HTTP answers does not tell: it is kept until the clock is beyond it again.
    """
    records = gateway.ask("GET", "/api/v1/activity?kind=call&limit=1")["records"]
    return round((records[0]["time_ms"] / 1000 - time.time()) / 86400)
