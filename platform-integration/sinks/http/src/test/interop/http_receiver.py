"""Takes what is posted to it, as an application would: each Idempotency-Key once, samples as lines of JSON.

Orders, one on a line, each answered by "ok ...":
  status N [HEADER VALUE]   answers so to whatever comes; 0: as usual
  limit BYTES               answers 413 to what is larger; 0: no limit
  refuse VALUE              answers 422 to what has a sample with this value
  away VALUE                answers 503 to what has a sample with this value
  samples                   "ok N", then N lines: what it has taken
  requests                  "ok N", then N lines: status and headers of each request
"""
import gzip
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

state = {"status": 0, "header": None, "limit": 0, "refuse": None, "away": None}
lock = threading.Lock()
keys, samples, requests = set(), [], []


def judge(size, lines):
    if state["status"]:
        return state["status"]
    if state["limit"] and size > state["limit"]:
        return 413
    if any(json.loads(line)["value"] == state["refuse"] for line in lines if state["refuse"] is not None):
        return 422
    if any(json.loads(line)["value"] == state["away"] for line in lines if state["away"] is not None):
        return 503
    return 204


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        size = len(body)
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        lines = [line for line in body.decode("utf-8").split("\n") if line]
        with lock:
            status = judge(size, lines)
            requests.append({"status": status, "path": self.path, **{k.lower(): v for k, v in self.headers.items()}})
            key = self.headers.get("Idempotency-Key")
            if status == 204 and (key is None or key not in keys):
                keys.add(key)
                samples.extend(lines)
        said = b"" if status == 204 else b"because I say so"
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(said)))
        if state["header"]:
            self.send_header(*state["header"])
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # connections break: that is what the tests are about


def main():
    server = Server(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("ok", server.server_address[1], flush=True)
    for order in sys.stdin:
        word, *rest = order.split()
        with lock:
            answer = []
            if word == "status":
                state["status"] = int(rest[0])
                state["header"] = rest[1:3] if len(rest) == 3 else None
            elif word == "limit":
                state["limit"] = int(rest[0])
            elif word == "refuse":
                state["refuse"] = int(rest[0])
            elif word == "away":
                state["away"] = int(rest[0])
            elif word == "samples":
                answer = samples
            elif word == "requests":
                answer = [json.dumps(each) for each in requests]
            print("ok", len(answer), flush=True)
            for line in answer:
                print(line, flush=True)


main()
