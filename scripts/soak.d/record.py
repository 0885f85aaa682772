"""The gateway's record, read with its own commands and held against what clients and servers know."""

import json
import subprocess

# Reading a long record with a debug build on a busy machine takes its time.
LIMIT = 600


def verify(binary, data):
    """Whether the chain is intact, and what `audit verify` says."""
    command = [str(binary), "audit", "verify", "--data-dir", str(data), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        said = {"wrong": done.stdout + done.stderr}
    return done.returncode == 0 and said.get("verified") is True, said


def calls(binary, data):
    """The records of all calls of this run, by ref: (error or None, times they are there)."""
    command = [str(binary), "activity", "--data-dir", str(data), "--kind", "call", "--oldest"]
    command += ["--format", "json", "--limit", "1000000"]
    found = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout:
            record = json.loads(line)
            ref = json.loads(record["request"]) if record["request"] else None
            if isinstance(ref, str) and ref.startswith("call-"):
                found.setdefault(ref, []).append(record["error"])
        if process.wait(LIMIT) != 0:
            raise RuntimeError(f"`{' '.join(command)}` failed")
    return found


def compare(book, found, heard):
    """What the record lacks or has wrong, in words; nothing if all is well."""
    wrong = []
    for ref, reason in sorted(book.answered.items()):
        errors = found.get(ref, [])
        # One that could not be recorded was refused for that, and its client knows.
        if reason == "unrecorded":
            continue
        if len(errors) != 1:
            wrong.append(f"{ref} was answered ({reason or 'result'}) and is on record {len(errors)} times")
        elif reason is None and errors[0] is not None:
            wrong.append(f"{ref} had a result, and the record says: {errors[0]}")
        elif reason is not None and errors[0] is None:
            wrong.append(f"{ref} had an error ({reason}), and the record has none")
    for ref in sorted(heard):
        if not found.get(ref):
            wrong.append(f"{ref} was heard by a server and is not on record")
    for ref, errors in sorted(found.items()):
        if len(errors) > 1:
            wrong.append(f"{ref} is on record {len(errors)} times")
    return wrong
