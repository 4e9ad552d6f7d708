"""From the change in a device to a subscriber of a broker, by whole programs."""

import contextlib
import re
import tempfile
from pathlib import Path

from . import opcua, sinks
from .experiment import Experiment, failed_row, row, table
from .processes import Server, java, missing, python
from .stats import millis, number
from .stream import arrivals

TOPIC = "bench"
ITEMS = [1, 20]
PERIOD_MILLIS = 1
BATCH = "throughput"
EACH = "latency"


class Latency(Experiment):
    """Each item changes each millisecond; all changes count, with the time of the change that the device states."""

    def run(self, effort, progress):
        warm_up, window = (6, 6) if effort.full else (4, 4)
        figures = {}
        for protocol in ("ADS", "S7", "OPC UA"):
            for items in ITEMS:
                programs = [f"takt run, {EACH}", f"takt run, {BATCH}"]
                if protocol == "OPC UA" and not missing("TAKT_PYTHON"):
                    programs.append("asyncua and paho")
                for who in programs:
                    key = f"{protocol} / {number(1e3 * items / PERIOD_MILLIS)} / {who}"
                    figures[key] = self._measure(protocol, items, who, warm_up, window)
                    progress(f"  {key}: {figures[key]}")
        return figures

    @staticmethod
    def _measure(protocol, items, who, warm_up, window):
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="takt-bench-latency")))
            device = stack.enter_context(
                opcua.serve(opcua.served(items=items, tick_millis=PERIOD_MILLIS)) if protocol == "OPC UA"
                else Server(java("path.DeviceServer", protocol.lower(), items)))
            broker = stack.enter_context(sinks.receiver("MQTT"))
            port = broker.uri.rpartition(":")[2]
            shape = "CLOCK" if protocol == "S7" else "POINTS"
            listener = stack.enter_context(Server(java("path.MqttListener", port, TOPIC, shape)))
            if who.startswith("takt"):
                (folder / "bench.yaml").write_text(
                    deployment(protocol, device.uri, items, port, who.endswith(BATCH)), encoding="utf-8")
                command = ["./takt", "run", str(folder / "bench.yaml")]
            else:
                command = python("asyncua_to_mqtt.py", device.uri, items, PERIOD_MILLIS, port, TOPIC)
            return arrivals(command, listener, folder, warm_up, window)

    def table(self, figures):
        head = ["from", ":changes/s", "program", ":arrived/s", ":not arrived", ":repeated", ":p50 ms", ":p99 ms", ":p99.9 ms",
                ":max ms", ":CPU µs/change"]
        lines = table(head, [])
        for key, line in figures.items():
            cells = key.split(" / ")
            if not line.startswith("arrived "):
                lines.append(failed_row([*cells, line], len(head)))
                continue
            # items received lost repeated outOfOrder p50 p99 max p999 nanos cpu memory
            run = [int(word) for word in line.split(" ")[1:]]
            lines.append(row(
                *cells, number(run[1] * 1e9 / run[9]), number(run[2]), number(run[3]),
                *(millis(run[i], 2) for i in (5, 6, 8, 7)), number(run[10] / 1e3 / max(1, run[1]), 1)))
        return lines


def deployment(protocol, uri, items, port, batch):
    """A deployment file: a message for each sample at once, or many samples in a message."""
    address, scan, options = {
        "ADS": (lambda i: f"MAIN.i{i}", "{mode: notify, cycle: 1ms%s}", _ads),
        "S7": (lambda i: f"DB1.DBD{4 * i}:DINT", "{mode: poll, every: 1ms, changes: true}", _s7),
        "OPC UA": (lambda i: f"nsu=urn:taktstrom:benchmark;s=i{i}", "{mode: notify, cycle: 1ms%s}", _opcua),
    }[protocol]
    if "%s" in scan:
        scan %= f", maxDelay: {20 if batch else 1}ms" if batch or protocol == "OPC UA" else ""
    points = "".join(f'  - {{id: i{i}, on: device, address: "{address(i)}", scan: all}}\n' for i in range(items))
    return f"""connections:
  device: {{{options(uri)}}}
scanClasses:
  all: {scan}
points:
{points}streams:
  - {{id: all, from: "i*", to: broker}}
sinks:
  broker: {{type: mqtt, url: "mqtt://127.0.0.1:{port}", topic: {TOPIC}, format: {"json-array" if batch else "json"}, \
fields: [point, value, sourceTime], timeFormat: epochNanos}}
"""


def _ads(uri):
    host, port, net_id, ams_port = re.match(r"ads://([^:]+):(\d+)/([\d.]+):(\d+)", uri).groups()
    return f"type: ads, host: {host}, port: {port}, amsNetId: {net_id}, amsPort: {ams_port}"


def _s7(uri):
    host, port = re.match(r"s7://([^:]+):(\d+)", uri).groups()
    return f"type: s7, host: {host}, port: {port}, rack: 0, slot: 1"


def _opcua(uri):
    host, port, path = re.match(r"opc.tcp://([^:]+):(\d+)/([^?]*)", uri).groups()
    return f"type: opc.tcp, host: {host}, port: {port}, path: {path}, security: none, queueSize: 1000"


EXPERIMENTS = [Latency("latency", "from the change in a device to a subscriber of a broker, each change counted")]
