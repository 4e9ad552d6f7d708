"""OPC UA: requests, arrays and subscriptions, by Taktstrom, Milo, asyncua and the bare socket."""

import os
import socket
from dataclasses import dataclass, replace

from .experiment import Experiment, Plot, contenders_table, failed_row, measure, row, table
from .processes import Server, java, missing, python, workers
from .stats import NAN, Ratio, Slice, all_slices, number, of_slices, or_dash

HOST = "127.0.0.1"
SIZES = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
OURS = ["limit", "taktstrom", "milo"]


def program(main, *arguments):
    return java("opcua." + main, *arguments, heap="1g")


def served(items=0, arrays=0, words=0, sized=False, tick_millis=0):
    """What a server has, as an argument of it."""
    return f"{items},{arrays},{words},{str(sized).lower()},{tick_millis}"


def serve(what, command=None):
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    return Server([*(command or program("MiloServer")), HOST, str(port), what])


def reading(uri):
    return program("RequestContender", "taktstrom", "read", uri)


def requests(work, contenders, server, effort, progress):
    commands = [(who, program("RequestContender", who, work, server.uri))
                for who in (contenders if effort.peers else contenders[:2])]
    if effort.peers and not missing("TAKT_PYTHON"):
        commands.append(("asyncua", python("asyncua_worker.py", work, server.uri)))
    else:
        progress("  asyncua is left out: " + (missing("TAKT_PYTHON") or "only the limit and taktstrom take part"))
    return measure(commands, effort, progress)


class Requests(Experiment):
    def __init__(self, name, title, work, values, contenders=OURS):
        super().__init__(name, title)
        self.work, self.values, self.contenders = work, values, contenders

    def run(self, effort, progress):
        with serve(served(items=self.values)) as server:
            return requests(self.work, self.contenders, server, effort, progress)

    def table(self, figures):
        return contenders_table(figures, self.values)


class Sizes(Experiment):
    def run(self, effort, progress):
        # Six sizes: each gets a part of the time.
        each = replace(effort, rounds=max(2, effort.rounds // 4), warm_up_millis=effort.warm_up_millis // 2)
        figures = {}
        with serve(served(sized=True)) as server:
            for size in SIZES:
                progress(f"  {size} elements")
                figures[str(size)] = requests(str(size), OURS, server, each, progress)
        return figures

    def table(self, figures):
        rows = []
        for size, contenders in ((int(size), all_slices(of)) for size, of in figures.items()):
            limit = next(iter(contenders.values()))
            for name, rounds in contenders.items():
                per_second = of_slices(rounds, Slice.per_second)
                rows.append([
                    number(size), name, number(per_second), number(per_second * size * 4 / 1e6, 1),
                    f"{number(of_slices(rounds, lambda s: float(s.p50)) / 1e3)} / "
                    f"{number(of_slices(rounds, lambda s: float(s.p99)) / 1e3)}",
                    or_dash(of_slices(rounds, Slice.bytes_each) / size),
                    number(of_slices(rounds, Slice.cpu_micros) * 1e3 / size, 1), Ratio.paired(rounds, limit).text()])
        return table([":elements", "client", ":arrays/s", ":MB/s", ":p50 / p99 µs", ":B/element", ":CPU ns/element",
                      "of the limit (95 % interval)"], rows)

    def plots(self, figures):
        series = {}
        for size, contenders in figures.items():
            for name, rounds in all_slices(contenders).items():
                series.setdefault(name, []).append(of_slices(rounds, Slice.per_second) * int(size) * 4 / 1e6)
        return [Plot(self.name, "Arrays read one after the other", "MB/s",
                     [number(int(size)) for size in figures], series)]


@dataclass(frozen=True)
class Load:
    """Items without words are single values."""

    clients: int
    items: int
    words: int
    period_millis: int

    @staticmethod
    def parse(text):
        return Load(*map(int, text.replace("@", "x").split("x")))

    def text(self):
        return f"{self.clients}x{self.items}x{self.words}@{self.period_millis}"

    def served(self):
        if self.words == 0:
            return served(items=self.items, tick_millis=self.period_millis)
        return served(arrays=self.items, words=self.words, tick_millis=self.period_millis)

    def title(self):
        words = f" × {self.words} words" if self.words else ""
        return f"{self.clients} × {number(self.items)}{words} every {self.period_millis} ms"


class Subscriptions(Experiment):
    NO_SERVER = "TAKT_OPEN62541_SERVER names no program"

    def __init__(self, name, title, loads, most_for_python, needs_server=False):
        super().__init__(name, title)
        self.loads, self.most_for_python, self.needs_server = loads, most_for_python, needs_server

    def run(self, effort, progress):
        server = os.environ.get("TAKT_OPEN62541_SERVER")
        if self.needs_server and not server:
            progress(f"  left out: {self.NO_SERVER}")
            return {}
        # Java compiles for some seconds, which would be taken for the cost of values.
        warm_up, rounds, window = (6000, 6, 1500) if effort.full else (3000, 2, 1000)
        figures = {}
        for load in self.loads if effort.full else self.loads[:2]:
            with serve(load.served(), [server] if self.needs_server else None) as running:
                arguments = [running.uri, load.text(), running.process.pid]
                commands = {who: program("SubscriptionContender", who, *arguments) for who in ("taktstrom", "milo")}
                if not missing("TAKT_PYTHON") and self._values_per_second(load) < self.most_for_python:
                    commands["asyncua"] = python("asyncua_subscriber.py", *arguments)
                progress(f"  {load.title()}: {', '.join(commands)}, {rounds} rounds")
                for who, lines in self._windows(commands, warm_up, rounds, window, progress).items():
                    figures[f"{load.text()} {who}"] = lines
        return figures

    @staticmethod
    def _windows(commands, warm_up, rounds, window, progress):
        """Each has its windows in turn, round by round, forwards and backwards; with a subscription of its own each time."""
        failures, taken = {}, {who: [] for who in commands}
        with workers(commands.items(), progress, failures) as started:
            for number_of in range(-1, rounds):
                for worker in started if number_of % 2 == 0 else list(reversed(started)):
                    if worker.name in failures:
                        continue
                    # Values come regularly soon after the last item is subscribed to.
                    line = worker.ask(f"run {warm_up if number_of < 0 else 1000} {window}")
                    if not line.startswith("subscribed "):
                        failures[worker.name] = f"printed '{line}'"
                    elif number_of >= 0:
                        taken[worker.name].append(line)
        for who, reason in failures.items():
            progress(f"  {who}: {reason}")
            taken[who] = []
        return taken

    @staticmethod
    def _values_per_second(load):
        return 1e3 * load.clients * load.items / load.period_millis

    @staticmethod
    def runs(lines):
        """RECEIVED LOST LATE REPEATED MARKED NANOS CPU-NANOS BYTES SERVER-CPU-NANOS of each window."""
        all_words = [line.split(" ")[1:] for line in ([lines] if isinstance(lines, str) else lines or [])]
        return [[int(word) for word in words] for words in all_words if len(words) == 9]

    @staticmethod
    def _slices(runs):
        return [Slice(max(1, run[0]), run[5], -1, -1, run[7], run[6]) for run in runs]

    def table(self, figures):
        if not figures:
            return [f"Not measured: {self.NO_SERVER}."]
        head = ["load", "client", ":values/s", ":words/s", ":lost", ":late", ":repeated", ":marked Overflow",
                ":CPU µs/value", ":of Milo's (95 % interval)", ":B/value", ":cores: client / server"]
        lines = table(head, [])
        for key, windows in figures.items():
            text, who = key.split(" ", 1)
            load, runs = Load.parse(text), self.runs(windows)
            if not runs:
                lines.append(failed_row([load.title(), who, "failed"], len(head)))
                continue
            ours, milo = self._slices(runs), self._slices(self.runs(figures.get(f"{text} milo")))
            per_second = of_slices(ours, Slice.per_second)
            of_milo = Ratio.paired(ours, milo, Slice.cpu_micros) if milo else None
            lines.append(row(
                load.title(), who, number(per_second), number(per_second * load.words) if load.words else "-",
                *(number(sum(run[i] for run in runs)) for i in range(1, 5)),
                number(of_slices(ours, Slice.cpu_micros), 2),
                "-" if of_milo is None else of_milo.text(2) if len(ours) > 1 else number(of_milo.median, 2),
                or_dash(of_slices(ours, Slice.bytes_each)),
                f"{number(sum(run[6] for run in runs) / sum(run[5] for run in runs), 2)} / "
                f"{number(sum(run[8] for run in runs) / sum(run[5] for run in runs), 2)}"))
        return lines

    def plots(self, figures):
        loads = list(dict.fromkeys(key.split(" ", 1)[0] for key in figures))
        series = {}
        for who in dict.fromkeys(key.split(" ", 1)[1] for key in figures):
            runs = [self._slices(self.runs(figures.get(f"{load} {who}"))) for load in loads]
            series[who] = [of_slices(each, Slice.cpu_micros) if each else NAN for each in runs]
        return [Plot(self.name, "Processor time of a value", "µs/value",
                     [Load.parse(load).title() for load in loads], series)] if figures else []


EXPERIMENTS = [
    Subscriptions("opcua-items", "10,000 items of one client and of five, 50,000 values/s and up",
                  [Load(1, 10_000, 0, 200), *(Load(5, 10_000, 0, period) for period in (250, 100, 50, 25))], 60_000),
    Subscriptions("opcua-words", "100 arrays of one client and of five, 800,000 words/s and up",
                  [Load(1, 100, 500, 62), Load(5, 100, 200, 71), Load(5, 100, 200, 25)], 10_000),
    Subscriptions("opcua-split", "items of a server that splits each tick over several messages, open62541",
                  [Load(1, 10_000, 0, 100), Load(5, 10_000, 0, 100)], 0, needs_server=True),
    Requests("opcua-read", "One Int32, one request after the other", "read", 1),
    Requests("opcua-group", "1,000 Int32 in one request", "group", 1000),
    Requests("opcua-browse", "1,400 items found by browsing", "browse", 1400, [*OURS, "milo, Browse alone"]),
    Sizes("opcua-sizes", "arrays of 10 to 1,000,000 Int32, read one after the other"),
]
