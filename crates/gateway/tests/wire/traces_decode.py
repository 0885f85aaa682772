"""Reads OTLP in JSON with OpenTelemetry's own definitions, which know no other fields, and says what was understood.

Ids are hexadecimal in OTLP, where the JSON of Protocol Buffers has Base64: that is the one thing that is put right here.
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

request = json.load(sys.stdin)
for resource in request["resourceSpans"]:
    for scope in resource["scopeSpans"]:
        for span in scope["spans"]:
            for key, size in (("traceId", 16), ("spanId", 8), ("parentSpanId", 8)):
                if key in span:
                    octets = bytes.fromhex(span[key])
                    assert len(octets) == size, span
                    span[key] = base64.b64encode(octets).decode()
message = json_format.ParseDict(request, ExportTraceServiceRequest())
spans = [span for resource in message.resource_spans for scope in resource.scope_spans for span in scope.spans]
print(json.dumps([
    {
        "traceId": span.trace_id.hex(),
        "spanId": span.span_id.hex(),
        "name": span.name,
        "kind": span.kind,
        "startTimeUnixNano": str(span.start_time_unix_nano),
    }
    for span in spans
]))
