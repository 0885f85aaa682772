"""Reads what the management API says of itself with the readers that others use: its OpenAPI document and its metrics.

Takes the gateway's address and the file with the admin token; writes how much it read.
"""

import json
import sys
import urllib.request

from openapi_spec_validator import validate
from prometheus_client.parser import text_string_to_metric_families


def get(path):
    address, token = sys.argv[1], open(sys.argv[2], encoding="utf-8").read().strip()
    request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def check_histogram(family):
    series = {}
    for sample in family.samples:
        labels = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "le"))
        known = series.setdefault(labels, {"buckets": []})
        kind = sample.name.removeprefix(family.name)
        if kind == "_bucket":
            known["buckets"].append((float(sample.labels["le"]), sample.value))
        else:
            known[kind] = sample.value
    for labels, known in series.items():
        bounds = [bound for bound, _ in known["buckets"]]
        counts = [count for _, count in known["buckets"]]
        assert bounds == sorted(bounds) and bounds[-1] == float("inf"), (labels, bounds)
        assert counts == sorted(counts) and counts[-1] == known["_count"], (labels, counts)
        assert known["_sum"] >= 0, (labels, known)


document = json.loads(get("/api/v1/openapi.json"))
validate(document)

seen, values = set(), {}
for family in text_string_to_metric_families(get("/metrics")):
    assert family.name not in values and family.documentation and family.type != "unknown", family
    values[family.name] = 0
    for sample in family.samples:
        series = (sample.name, tuple(sorted(sample.labels.items())))
        assert series not in seen, series
        seen.add(series)
        if "_bucket" not in sample.name and "_sum" not in sample.name:
            values[family.name] += sample.value
    if family.type == "histogram":
        check_histogram(family)
for name in ["vetgate_calls", "vetgate_call_duration_seconds", "vetgate_server_up", "vetgate_ledger_records"]:
    assert values[name] > 0, (name, values)

print(f"{len(document['paths'])} paths and {len(values)} families were read")
