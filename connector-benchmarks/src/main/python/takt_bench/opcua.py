"""OPC UA: requests, arrays and subscriptions, by Taktstrom, Milo, asyncua and the bare socket."""

import os
import socket
from dataclasses import dataclass, replace

from .experiment import Experiment, Plot, contenders_table, failed_row, measure, row, table
from .processes import Failed, Server, java, last_line, missing, python
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
        warm_up, window = (8000, 4000) if effort.full else (3000, 2000)
        figures = {}
        for load in self.loads if effort.full else self.loads[:2]:
            with serve(load.served(), [server] if self.needs_server else None) as running:
                arguments = [running.uri, load.text(), running.process.pid, warm_up, window]
                commands = {who: program("SubscriptionContender", who, *arguments) for who in ("taktstrom", "milo")}
                if not missing("TAKT_PYTHON") and self._values_per_second(load) < self.most_for_python:
                    commands["asyncua"] = python("asyncua_subscriber.py", *arguments)
                for who, command in commands.items():
                    try:
                        line = last_line("subscribed ", command)
                    except Failed as e:
                        progress(f"  {e}")
                        line = "failed"
                    figures[f"{load.text()} {who}"] = line
                    progress(f"  {load.text()} {who}: {line}")
        return figures

    @staticmethod
    def _values_per_second(load):
        return 1e3 * load.clients * load.items / load.period_millis

    @staticmethod
    def _numbers(line):
        words = str(line).split(" ")
        return [int(word) for word in words[1:]] if len(words) == 10 else None

    @staticmethod
    def _cpu_micros(run):
        return run[6] / 1e3 / max(1, run[0])

    def table(self, figures):
        if not figures:
            return [f"Not measured: {self.NO_SERVER}."]
        head = ["load", "client", ":values/s", ":words/s", ":lost", ":late", ":repeated", ":marked Overflow",
                ":CPU µs/value", ":of Milo's", ":B/value", ":cores: client / server"]
        lines = table(head, [])
        for key, line in figures.items():
            text, who = key.split(" ", 1)
            load, run = Load.parse(text), self._numbers(line)
            if not run:
                lines.append(failed_row([load.title(), who, "failed"], len(head)))
                continue
            milo = self._numbers(figures.get(f"{text} milo"))
            per_second = run[0] * 1e9 / run[5]
            lines.append(row(
                load.title(), who, number(per_second), number(per_second * load.words) if load.words else "-",
                *map(number, run[1:5]), number(self._cpu_micros(run), 2),
                number(self._cpu_micros(run) / self._cpu_micros(milo), 2) if milo and milo[0] else "-",
                "-" if run[7] < 0 else number(run[7] / max(1, run[0]), 1),
                f"{number(run[6] / run[5], 2)} / {number(run[8] / run[5], 2)}"))
        return lines

    def plots(self, figures):
        loads = list(dict.fromkeys(key.split(" ", 1)[0] for key in figures))
        series = {}
        for who in dict.fromkeys(key.split(" ", 1)[1] for key in figures):
            runs = [self._numbers(figures.get(f"{load} {who}")) for load in loads]
            series[who] = [self._cpu_micros(run) if run and run[0] else NAN for run in runs]
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
