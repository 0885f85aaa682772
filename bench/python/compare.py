"""Rates and scores of the Rust tools, Presidio and detect-secrets over the same texts.

Usage: compare.py BENCH_BINARY TEXTS_FOLDER CORPUS

A finding is right if it covers the marked text or lies within it; what the tools call it is not compared. In texts with
personal data only personal findings can be wrong, in texts with secrets only secrets, in the harmless ones both. Amounts,
dates, links and names are marked nowhere and are never wrong.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from tools import DetectSecrets, Presidio

CATEGORIES = {"personal": "personal", "secrets": "secret", "harmless": None}


class Crate:
    """One of the tools in the Rust binary."""

    families = {"personal", "secret"}

    def __init__(self, binary, name):
        self.binary, self.name = binary, name

    def find_all(self, texts):
        lines = "".join(json.dumps(text) + "\n" for text in texts)
        done = subprocess.run([self.binary, "find", self.name], input=lines, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def rate(self, file):
        done = subprocess.run([self.binary, "rate", self.name, file], capture_output=True, text=True, check=True)
        return float(done.stdout)


class Module:
    """One of the tools in Python."""

    def __init__(self, tool):
        self.tool, self.name, self.families = tool, tool.name, tool.families

    def find_all(self, texts):
        return [self.tool.find(text) for text in texts]

    def rate(self, file):
        text = Path(file).read_text()
        best = float("inf")
        for _ in range(2):
            start = time.perf_counter()
            self.tool.find(text)
            best = min(best, time.perf_counter() - start)
        return len(text.encode()) / best


def is_it(value, marked):
    decoded = marked
    try:
        decoded = json.loads(f'"{marked}"')
    except ValueError:
        pass
    return bool(value) and any(value in text or text in value for text in (marked, decoded))


def score(tool, entries, family):
    right = missed = wrong = 0
    for entry, found in zip(entries, tool.find_all([entry["text"] for entry in entries]), strict=True):
        for span in entry["spans"]:
            marked = entry["text"][span["start"] : span["end"]]
            if any(is_it(value, marked) for value, _ in found):
                right += 1
            else:
                missed += 1
            found = [finding for finding in found if not is_it(finding[0], marked)]
        wrong += len({value for value, kind in found if kind != "other" and family in (None, kind)})
    return right, missed, wrong


def main():
    binary, texts, corpus = sys.argv[1:]
    tools = [Crate(binary, name) for name in ("vetgate", "cloakpipe-core", "cloakrs")]
    tools += [Module(Presidio()), Module(DetectSecrets())]

    files = sorted(Path(texts).iterdir())
    print(f"{'MB/s':16}" + "".join(f"{file.name:>14}" for file in files))
    for tool in tools:
        print(f"{tool.name:16}" + "".join(f"{tool.rate(str(file)) / 1e6:14.3f}" for file in files), flush=True)

    entries = json.loads(Path(corpus).read_text())["entries"]
    for split in ("tuned", "held_out"):
        print(f"\n{split:16}{'personal F1':>14}{'secrets F1':>14}{'harmless: wrong':>18}")
        for tool in tools:
            cells = []
            for category, family in CATEGORIES.items():
                if family is not None and family not in tool.families:
                    cells.append("-")
                    continue
                chosen = [entry for entry in entries if (entry["split"], entry["category"]) == (split, category)]
                right, missed, wrong = score(tool, chosen, family)
                f1 = 2 * right / max(1, 2 * right + missed + wrong)
                cells.append(f"{wrong} of {len(chosen)}" if family is None else f"{f1:.3f}")
            print(f"{tool.name:16}{cells[0]:>14}{cells[1]:>14}{cells[2]:>18}", flush=True)


if __name__ == "__main__":
    main()
