"""One process with many connections and points: threads, memory, times, processor time."""

import concurrent.futures
import contextlib
import json
import math
import tempfile
import time
from pathlib import Path

from . import machine
from .experiment import Experiment, Plot, table
from .processes import Child, Failed, Server, java, last_line
from .stats import NAN, number

WAYS = ["S7 polled", "ADS polled", "ADS notified", "OPC UA notified"]
CONNECTIONS, POINTS_EACH = 100, 100
MAX_OPC_UA_POINTS = 100_000
BY_CONNECTIONS = [(connections, POINTS_EACH) for connections in (1, 10, 100, 1_000)]
BY_POINTS = [(CONNECTIONS, points // CONNECTIONS) for points in (1_000, 10_000, 100_000, 1_000_000)]


def key(way, size):
    return f"{way} {size[0]} x {size[1]}"


def sizes(way, full):
    chosen = list(BY_CONNECTIONS)
    if way != "ADS notified":
        chosen += [size for size in BY_POINTS if size not in chosen
                   and (way != "OPC UA notified" or size[0] * size[1] <= MAX_OPC_UA_POINTS)]
    return chosen if full else [size for size in chosen if size[0] <= CONNECTIONS
                                and size[0] * size[1] <= CONNECTIONS * POINTS_EACH]


class Cost:
    """What was measured of one size; NaN where it failed."""

    def __init__(self, measured):
        def of(figure):
            value = (measured or {}).get(figure, NAN)
            return float(value) if isinstance(value, (int, float)) else NAN

        roles = (measured or {}).get("threadsByRole")
        self.threads, self.own_threads = of("threads"), float(sum(roles.values())) if roles is not None else NAN
        self.heap, self.model, self.direct = of("heapMegabytes"), of("modelMegabytes"), of("directMegabytes")
        self.beside = of("rssMegabytes") - of("heapResidentMegabytes")
        self.memory = self.heap + self.beside
        self.load, self.connected = of("validateMillis"), of("connectedMillis")
        self.last_point = of("lastPointMillis") if of("without") == 0 else NAN
        self.samples, self.cpu, self.cpu_each = of("samplesPerSecond"), of("cpuPercent"), of("cpuMicrosPerSample")
        self.late = of("lateMicrosMedian"), of("lateMicrosP90")
        self.stop = of("stopMillis")


class Scale(Experiment):
    def run(self, effort, progress):
        figures = {}
        for way in WAYS:
            for size in sizes(way, effort.full):
                try:
                    figures[key(way, size)] = self._measure(way, size, 5 if effort.full else 2)
                except Failed as e:
                    figures[key(way, size)] = {"failed": str(e)}
                progress(f"  {key(way, size)}: {figures[key(way, size)]}")
        return figures

    @staticmethod
    def _measure(way, size, seconds):
        with tempfile.TemporaryDirectory(prefix="takt-scale") as folder, \
                Server(java("scale.ScaleServer", way, *size, heap="64m..6g")) as devices:
            program = java("scale.ScaleProcess", way, size[1], seconds, folder, devices.uri, heap="64m..4g")
            return json.loads(last_line("scale ", program)[len("scale "):])

    def table(self, figures):
        every = sum(len(sizes(way, True)) for way in WAYS)
        lines = [] if len(figures) >= every else [
            f"**A draft**: {len(figures)} of {every} sizes are measured yet.", ""]
        rows = []
        for name, measured in figures.items():
            cost = Cost(measured)
            way, connections, _, points = name.rsplit(" ", 3)
            late = "-" if cost.late[0] == 0 else f"{number(cost.late[0])} / {number(cost.late[1])}"
            rows.append([
                way, f"{connections} × {points}", f"{number(cost.threads)} ({number(cost.own_threads)})",
                f"{number(cost.heap)} ({number(cost.model)})", number(cost.direct, 1), number(cost.beside),
                number(cost.load), number(cost.connected), number(cost.last_point), number(cost.samples),
                number(cost.cpu, 1), number(cost.cpu_each, 2), late, number(cost.stop)])
        lines += table(
            ["way", "connections × points", ":threads (ours)", ":heap MB (model)", ":direct MB",
             ":beside the heap MB", ":load ms", ":all connected ms", ":last point ms", ":samples/s", ":CPU %",
             ":CPU µs/sample", ":late µs, p50 / p90", ":stop ms"], rows)
        return [*lines, "", *self._growth(figures)]

    @staticmethod
    def _growth(figures):
        """What the last step to more connections, or points, costs: as a factor, and for one more."""
        rows = []
        for way in WAYS:
            for by, what in ((BY_CONNECTIONS, "connections"), (BY_POINTS, "points")):
                measured = [size for size in by if figures.get(key(way, size)) is not None][-2:]
                if len(measured) < 2:
                    continue
                small, large = (Cost(figures[key(way, size)]) for size in measured)
                start, end = (size[0] if measured[0][0] != measured[1][0] else size[0] * size[1] for size in measured)
                factors = [f"× {number(_ratio(getattr(large, name), getattr(small, name)), 1)}"
                           for name in ("threads", "memory", "load", "last_point", "stop", "cpu")]
                more = [(getattr(large, name) - getattr(small, name)) / (end - start) * 1e3
                        for name in ("memory", "load", "last_point")]
                rows.append([way, f"{number(start)} → {number(end)} {what}", *factors, number(more[0], 1),
                             number(more[1]), number(more[2])])
        return table(["way", "from → to", ":threads", ":memory", ":load", ":last point", ":stop", ":CPU",
                      ":one more: memory kB", ":load µs", ":last point µs"], rows) if rows else []

    def plots(self, figures):
        def plot(name, title, axis, by, figure):
            series = {way: [getattr(Cost(figures.get(key(way, size))), figure) for size in by] for way in WAYS}
            return Plot(name, title, axis,
                        [number(size[0] if by is BY_CONNECTIONS else size[0] * size[1]) for size in by],
                        {way: bars for way, bars in series.items() if sum(not math.isnan(bar) for bar in bars) > 1})

        return [
            plot("scale-threads", "Threads by connections", "threads", BY_CONNECTIONS, "own_threads"),
            plot("scale-memory", "Heap and all beside it by connections", "MB", BY_CONNECTIONS, "memory"),
            plot("scale-connect", "From the start to the first value of the last point, by connections", "ms",
                 BY_CONNECTIONS, "last_point"),
            plot("scale-load", "Time to load by points", "ms", BY_POINTS, "load"),
            plot("scale-heap", "Heap in use by points", "MB", BY_POINTS, "heap"),
            plot("scale-cpu", "CPU by points", "µs per sample", BY_POINTS, "cpu_each")]


class Plant(Experiment):
    """As many processes at the same time as a plant of 10,000 machines takes, each with 1,000 of them."""

    WAY, CYCLE, SECONDS = "S7 polled", "10s", 30

    def run(self, effort, progress):
        processes, connections = (10, 1_000) if effort.full else (2, 100)
        with contextlib.ExitStack() as stack:
            devices = []
            for _ in range(processes):
                devices.append(stack.enter_context(
                    Server(java("scale.ScaleServer", self.WAY, connections, POINTS_EACH, heap="64m..1g"))))
            progress(f"  {processes} x {connections} devices")
            begin, load = time.monotonic(), []
            running = [stack.enter_context(Child(java(
                "scale.ScaleProcess", self.WAY, POINTS_EACH, self.SECONDS,
                stack.enter_context(tempfile.TemporaryDirectory(prefix="takt-plant")), each.uri, self.CYCLE,
                heap="64m..800m"))) for each in devices]
            for one in running:
                if one.process.stdout.readline().strip() != "ready":
                    raise Failed("a process of the plant ended before it was ready; its last words are above")
            ready = time.monotonic() - begin
            progress(f"  all ready after {ready:.1f} s")
            load.append(machine_load())
            with concurrent.futures.ThreadPoolExecutor(processes) as pool:
                lines = list(pool.map(lambda one: one.ask(""), running))
            load.append(machine_load())
            figures = [json.loads(line[len("scale "):]) for line in lines]
            progress(f"  {figures}")
            return {"connections": connections, "readySeconds": ready, "busyPercent": busy(*load),
                    "devicesRssMegabytes": sum(machine.resident(each.process.pid) for each in devices) / 1e6, "processes": figures}

    def table(self, figures):
        all_costs = [Cost(each) for each in figures["processes"]]
        rows = []
        for name, measured in (("RSS MB", lambda number: figures["processes"][number]["rssMegabytes"]),
                               ("heap in use MB", lambda number: all_costs[number].heap),
                               ("threads", lambda number: all_costs[number].threads),
                               ("all connected ms", lambda number: all_costs[number].connected),
                               ("samples/s", lambda number: all_costs[number].samples),
                               ("CPU % of a core", lambda number: all_costs[number].cpu),
                               ("late µs, p50", lambda number: all_costs[number].late[0]),
                               ("late µs, p90", lambda number: all_costs[number].late[1])):
            values = [measured(place) for place in range(len(all_costs))]
            whole = number(sum(values)) if name.split(" ")[0] in ("RSS", "heap", "threads", "samples/s", "CPU") else "-"
            rows.append([name, number(min(values), 1), number(sum(values) / len(values), 1), number(max(values), 1), whole])
        busy_text = "" if "busyPercent" not in figures else (
            f" Both cores were {number(figures['busyPercent'])} % busy, with the devices"
            f" ({number(figures['devicesRssMegabytes'])} MB) on them.")
        return [*table([f"{len(all_costs)} processes × {number(figures['connections'])} connections × {POINTS_EACH} points",
                        ":least", ":mean", ":most", ":all processes"], rows), "",
                f"All points had their first value {number(figures['readySeconds'], 1)} s after the processes were started "
                f"at once.{busy_text}"]


def machine_load():
    """Busy and all ticks of the machine so far."""
    ticks = [int(tick) for tick in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def busy(before, after):
    return 100 * (after[0] - before[0]) / (after[1] - before[1])


def _ratio(a, b):
    return a / b if b else NAN


EXPERIMENTS = [
    Scale("scale", "one process with 1 to 1,000 connections and 1,000 to 1,000,000 points, each sampled once a second"),
    Plant("plant", "ten processes at the same time, each with 1,000 connections of 100 points that are polled every 10 s"),
]
