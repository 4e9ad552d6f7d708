"""A receiver of OTLP over HTTP with a third-party decoder: prints a line of JSON for each request.

otlp_receiver.py PORT (0 for any). Ends with its input.
"""

import http.server
import json
import sys
import threading

from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as service


def say(text):
    print(text, flush=True)


def attributes(pairs):
    return {pair.key: pair.value.string_value for pair in pairs}


def points(metric):
    kind = metric.WhichOneof("data")
    return kind, getattr(metric, kind)


def read(body):
    request = service.ExportMetricsServiceRequest()
    request.ParseFromString(body)
    got = {"resource": {}, "metrics": []}
    for resource in request.resource_metrics:
        got["resource"].update(attributes(resource.resource.attributes))
        for scope in resource.scope_metrics:
            for metric in scope.metrics:
                kind, data = points(metric)
                for point in data.data_points:
                    number = point.WhichOneof("value") if kind in ("sum", "gauge") else None
                    got["metrics"].append({
                        "name": metric.name,
                        "unit": metric.unit,
                        "kind": kind,
                        "isMonotonic": kind == "sum" and data.is_monotonic,
                        "isCumulative": kind == "sum" and data.aggregation_temporality == 2,
                        "attributes": attributes(point.attributes),
                        "value": getattr(point, number) if number else None,
                    })
    return got


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        got = read(body)
        got["path"] = self.path
        got["type"] = self.headers["Content-Type"]
        got["authorization"] = self.headers.get("Authorization", "")
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
        say("got " + json.dumps(got))

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
say("ready %d" % server.server_address[1])
sys.stdin.read()
