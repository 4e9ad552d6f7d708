"""Between device and receiver: the buffer on disk, gather, meters, and whole paths to brokers."""

import contextlib
import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from . import ads, machine, opcua, sinks
from .experiment import Experiment, failed_row, row, table
from .processes import Child, Failed, Server, Worker, java, last_line, missing, paired, python
from .stats import Ratio, Slice, millis, number, of_slices, median, slices

MIB = 1 << 20


class Spill(Experiment):
    PLAIN_WRITTEN = "plain file, written and forced"

    def run(self, effort, progress):
        figures = {}
        with tempfile.TemporaryDirectory(prefix="takt-bench-spill") as folder:
            line = last_line("[", java("spill.SpillContender", folder, effort.rounds))
        for number_, rates in enumerate(json.loads(line), 1):
            progress(f"  round {number_}: {rates}")
            for what, rate in rates.items():
                figures.setdefault(what, []).append(rate)
        return figures

    def table(self, figures):
        def ratio(rates, plain):
            return Ratio.of([ours / other for ours, other in zip(rates, figures[plain])]).text()

        return table(["", ":million samples/s", "of the plain file, written (95 %)",
                      "of the plain file, the same way (95 %)"],
                     [[what, number(median(rates), 1), ratio(rates, self.PLAIN_WRITTEN),
                       ratio(rates, re.sub("^log", "plain file", what))] for what, rates in figures.items()])


class Outage(Experiment):
    RATE = 20_000

    def run(self, effort, progress):
        seconds = 3_600 if effort.full else 100
        with tempfile.TemporaryDirectory(prefix="takt-bench-outage") as folder:
            line = last_line("outage ", java("spill.OutageContender", folder, seconds * self.RATE))
        progress(f"  {line}")
        if line.split(" ")[20] != "0":
            raise Failed(f"samples were dropped: {line}")
        return {f"{seconds} s": line}

    def table(self, figures):
        (duration, line), = figures.items()
        # Words by place: 1 samples; 2-11 resident and heap bytes before, at each quarter, at the end; then nanoseconds.
        words = [0, *map(int, line.split(" ")[1:])]
        samples = float(words[1])

        def memory(*places):
            return ", ".join(f"{number(words[place] / MIB)} / {number(words[place + 1] / MIB)}" for place in places)

        return [
            f"| outage of {duration} at 20,000 samples/s | |", "|---|---:|",
            row("samples, all checked, in order, none lost", number(samples)),
            row("written to disk, million samples/s", number(samples * 1e3 / words[12], 2)),
            row("bytes on disk for each sample", number(words[13] / samples, 1)),
            row("s from the receiver's return to the first sample", number(words[14] / 1e9, 2)),
            row("s from the receiver's return until all have arrived", number(words[17] / 1e9, 1)),
            row("times as fast as they came", number(samples / self.RATE * 1e9 / words[17])),
            row("MiB of the process / of the heap in use: before", memory(2)),
            row("... after a quarter, half, three quarters of the outage", memory(4, 6, 8)),
            row("... at its end, half-way back, at the end", memory(10, 15, 18))]


class Gather(Experiment):
    def run(self, effort, progress):
        figures = {}
        with Server(java("gather.GatherServer")) as server:
            for repeat in range(max(1, effort.rounds // 4)):
                for contender in ("sequential", "gather"):
                    line = last_line("paced ", java("gather.GatherContender", contender, 50, 20 * effort.slice_millis,
                                                    *server.uri.split(" ")))
                    progress(f"  {contender}: {line}")
                    figures[f"{contender} {repeat + 1}"] = line
        return figures

    def table(self, figures):
        rows = [(name, line.split(" ")) for name, line in figures.items()]
        return table(["contender", ":rounds", ":p50 ms", ":p99 ms", ":p99.9 ms", ":max ms"],
                     [[name, number(int(run[1])), *(millis(nanos, 2) for nanos in run[2:6])] for name, run in rows])


class Meters(Experiment):
    """Many short pairs in each of several JVMs: with and without meters in one process."""

    SAMPLES = 100
    PAIRS_OF_A_JVM = 60

    def run(self, effort, progress):
        figures = {}
        machines = max(1, effort.rounds // 2)
        for number_ in range(1, machines + 1):
            progress(f"  JVM {number_} of {machines}")
            with Worker("off", java("meters.MeteredPath")) as off:
                taken = paired([off, off.beside("on", 1)], self.PAIRS_OF_A_JVM, effort.slice_millis // 2,
                               effort.warm_up_millis, lambda line: None)
                for name, lines in taken.items():
                    figures.setdefault(name, []).extend(lines)
        return figures

    def table(self, figures):
        off, on = slices(figures.get("off")), slices(figures.get("on"))
        if not off or not on:
            return [f"Not measured in this way: `{self.command()}`."]

        def nanos(each):
            return each.nanos / each.operations / self.SAMPLES

        return table(
            ["meters", ":ns/sample", ":B/sample", f"on / off, of {len(off)} pairs (95 % interval)"],
            [[name, number(of_slices(rounds, nanos), 2),
              number(of_slices(rounds, Slice.bytes_each) / self.SAMPLES, 3), ratio]
             for name, rounds, ratio in (("off", off, ""), ("on", on, Ratio.paired(on, off, nanos).text()))])


class NotifyToKafka(Experiment):
    LEGS = [(20_000, 1, 20), (20_000, 20, 20), (50_000, 50, 10)]

    def run(self, effort, progress):
        figures = {}
        for rate, per_frame, seconds in self.LEGS if effort.full else self.LEGS[1:2]:
            total = rate * (seconds if effort.full else 5)
            with sinks.receiver("KAFKA") as broker, Child(java("path.KafkaListener", broker.uri, total)) as listener, \
                    ads.serve(argument=total) as plc:
                line = last_line("delivered ", java("path.NotifyToKafka", plc.uri, rate, per_frame, total, broker.uri,
                                                    "samples"))
                heard = listener.process.stdout.readline().split()
            if heard[1:4] != ["0", "0", "0"] or int(heard[0]) != total:
                raise Failed(f"of {total} numbers the consumer had {heard} (received, lost, repeated, out of order,"
                             f" p50, p99, max); {line}")
            line += " " + " ".join([heard[0], *heard[4:7]])
            progress(f"  {rate} {per_frame} {total}: {line}")
            figures[f"{rate} {per_frame} {total}"] = line
        return figures

    def table(self, figures):
        rows = []
        for key, line in figures.items():
            rate, per_frame, total = key.split(" ")
            words = line.split(" ")
            # A run with losses has no figures.
            rows.append([number(int(rate)), per_frame, number(int(total)), 0, 0, 0,
                         number(int(words[2]) * 1e9 / int(words[4])), " / ".join(map(millis, words[7:10])),
                         number(int(words[5]) / 1e3 / int(words[2]), 1)])
        return table([":rate", ":samples/frame", ":notified", ":lost", ":repeated", ":out of order",
                      ":acknowledged/s", ":device to consumer p50 / p99 / max ms", ":CPU µs/sample"], rows)


def arrivals(command, listener, folder, warm_up, window):
    """Runs a program; what a listener had in a window, time, the program's processor time and memory."""
    with open(folder / "log", "w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + 60
            while listener.ask("tally").split()[1] == "0":
                if process.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    return "failed: nothing came; " + " ".join(log.read().split())[-300:]
                time.sleep(0.1)
            time.sleep(warm_up)
            cpu = machine.cpu_nanos(process.pid)
            listener.ask("reset")
            begin = time.monotonic_ns()
            time.sleep(window)
            tally = listener.ask("tally")
            nanos = time.monotonic_ns() - begin
            return (f"arrived {tally} {nanos} {machine.cpu_nanos(process.pid) - cpu} "
                    f"{machine.resident(process.pid)}")
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Path_(Experiment):
    """Whole programs between an OPC UA server and mosquitto."""

    TAKT = "platform-integration/cli/target/takt.jar"
    TOPIC, QUEUE = "bench", 50
    LOADS = [(1_000, 1_000), (1_000, 100), (5_000, 100)]

    def _missing(self, who):
        if who == "takt run":
            return "" if Path(self.TAKT).exists() else f"{self.TAKT} does not exist"
        return missing("TAKT_TELEGRAF" if who == "Telegraf" else "TAKT_PYTHON")

    def run(self, effort, progress):
        warm_up, window = (8, 12) if effort.full else (4, 4)
        figures = {}
        for items, period in self.LOADS if effort.full else self.LOADS[1:2]:
            for who, shape in (("takt run", "POINTS"), ("Telegraf", "METRICS"), ("asyncua and paho", "POINTS")):
                if self._missing(who):
                    progress(f"  {who} is left out: {self._missing(who)}")
                    continue
                key = f"{number(1e3 * items / period)}/s / {who}"
                figures[key] = self._measure(who, shape, items, period, warm_up, window)
                progress(f"  {key}: {figures[key]}")
        return figures

    def _measure(self, who, shape, items, period, warm_up, window):
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="takt-bench-path")))
            server = stack.enter_context(opcua.serve(opcua.served(items=items, tick_millis=period)))
            broker = stack.enter_context(sinks.receiver("MQTT"))
            port = broker.uri.rpartition(":")[2]
            listener = stack.enter_context(Server(java("path.MqttListener", port, self.TOPIC, shape)))
            host = re.sub("^opc.tcp://|/.*$", "", server.uri)
            line = arrivals(self._command(who, host, port, items, period, folder), listener, folder, warm_up, window)
            # The 99.9th percentile is not in this table.
            words = line.split(" ")
            return line if words[0] != "arrived" else " ".join(words[:9] + words[10:])

    def _command(self, who, server, port, items, period, folder):
        if who == "takt run":
            (folder / "bench.yaml").write_text(self._deployment(server, port, items, period), encoding="utf-8")
            return ["./takt", "run", str(folder / "bench.yaml")]
        if who == "Telegraf":
            (folder / "telegraf.conf").write_text(self._telegraf(server, port, items, period), encoding="utf-8")
            return [os.environ["TAKT_TELEGRAF"], "--config", str(folder / "telegraf.conf")]
        return python("asyncua_to_mqtt.py", f"opc.tcp://{server}/bench", items, period, port, self.TOPIC)

    def _deployment(self, server, port, items, period):
        host, _, server_port = server.partition(":")
        points = "".join(f'  - {{id: i{i}, on: server, address: "nsu=urn:taktstrom:benchmark;s=i{i}", scan: all}}\n'
                         for i in range(items))
        return f"""connections:
  server: {{type: opc.tcp, host: {host}, port: {server_port}, path: bench, security: none, queueSize: {self.QUEUE}}}
scanClasses:
  all: {{mode: notify, cycle: {period}ms, maxDelay: {period}ms}}
points:
{points}streams:
  - {{id: all, from: "i*", to: broker, ring: {{onFull: dropOldest}}}}
sinks:
  broker: {{type: mqtt, url: "mqtt://127.0.0.1:{port}", topic: {self.TOPIC}, format: json-array, \
fields: [point, value, sourceTime], timeFormat: epochNanos}}
"""

    def _telegraf(self, server, port, items, period):
        nodes = "".join(f"""  [[inputs.opcua_listener.nodes]]
    name = "i{i}"
    namespace = "1"
    identifier_type = "s"
    identifier = "i{i}"
    [inputs.opcua_listener.nodes.monitoring_params]
      sampling_interval = "0s"
      queue_size = {self.QUEUE}
      discard_oldest = true
""" for i in range(items))
        return f"""[agent]
  interval = "1s"
  flush_interval = "{period}ms"
  metric_batch_size = 1000
  metric_buffer_limit = 100000
  omit_hostname = true
[[outputs.mqtt]]
  servers = ["tcp://127.0.0.1:{port}"]
  topic = "{self.TOPIC}"
  qos = 1
  layout = "batch"
  data_format = "json"
  json_timestamp_units = "1ns"
[[inputs.opcua_listener]]
  name = "opcua"
  endpoint = "opc.tcp://{server}/bench"
  security_policy = "None"
  security_mode = "None"
  auth_method = "Anonymous"
  timestamp = "source"
  subscription_interval = "{period}ms"
{nodes}"""

    def table(self, figures):
        head = ["changes", "path", ":arrived/s", ":lost", ":repeated", ":out of order", ":delay p50 / p99 / max ms",
                ":CPU µs/value", ":MiB"]
        lines = table(head, [])
        for key, line in figures.items():
            load, who = key.split(" / ", 1)
            if not line.startswith("arrived "):
                lines.append(failed_row([load, who, line], len(head)))
                continue
            run = [int(word) for word in line.split(" ")[1:]]
            lines.append(row(
                load, who, number(run[1] * 1e9 / run[8]), *map(number, run[2:5]),
                " / ".join(millis(nanos, 0) for nanos in run[5:8]), number(run[9] / 1e3 / max(1, run[1]), 1),
                number(run[10] / MIB)))
        return lines


METERS = Meters("meters", "Pushed samples with and without meters")
EXPERIMENTS = [
    Spill("spill", "the buffer on disk: written and read back, beside a plain file"),
    Outage("outage", "a receiver that is away for an hour at 20,000 samples a second, compressed"),
    Gather("gather", "1000 points over ADS, S7 and OPC UA, 50 times a second, open loop"),
]
PATHS = [
    NotifyToKafka("ads-kafka", "ADS notifications at 20 kHz and 50 kHz to Kafka, each number checked by a consumer"),
    Path_("path", "OPC UA to MQTT by us and by others: received, lost, delay, processor time"),
]
