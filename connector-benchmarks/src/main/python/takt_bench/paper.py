"""The experiments of "ADS Performance Revisited", repeated with every backend."""

import contextlib
import json
import os
import signal
import subprocess
from dataclasses import replace

from . import ads, recordings
from .experiment import Experiment, Plot, failed_row, measure, row, table
from .processes import Failed, java, last_line
from .stats import NAN, Ratio, Slice, all_slices, micros, number, of_slices, or_dash

PAPER_COUNT = 10_000
TYPES = ["Bool", "Byte", "Word", "Dword", "Sint", "Usint", "Int", "Uint", "Dint", "Udint", "Lint", "Real", "Lreal",
         "String"]
DEVICES = {
    "INSTANT": "answers at once",
    "CYCLE": "answers at its 1 ms cycle, as TwinCAT does",
    "LINK": "answers at once, over a link with 1 ms of delay",
}


def variables(shape):
    return [("MAIN.a" if shape == "arrays" else "MAIN.v") + type for type in TYPES]


def serve(kind):
    return ads.serve("paper.PaperServer", kind)


class Access(Experiment):
    def __init__(self, kind):
        super().__init__(f"paper-{kind.lower()}",
                         f"the paper's 28 variables, read and written one by one; the device {DEVICES[kind]}")
        self.kind = kind

    def run(self, effort, progress):
        figures = {}
        effort = replace(effort, warm_up_millis=2000, **({"rounds": 10, "slice_millis": 300} if effort.full else {}))
        with serve(self.kind) as server:
            for verb in ("read", "write"):
                for shape in ("scalars", "arrays"):
                    progress(f"  {verb} {shape}")
                    commands, failures = [], {}
                    for contender in ads.present(ads.ALL, progress):
                        # Writes take effect in their order: each waits for the one before.
                        if contender is not ads.PIPELINED or verb == "read":
                            with contextlib.suppress(Failed):
                                commands.append((contender.text, contender.access(server.uri, verb, variables(shape))))
                    figures[f"{verb} {shape}"] = measure(commands, effort, progress, failures)
                    for name, why in failures.items():
                        progress(f"  {name} is left out: {why}")
        return figures

    def table(self, figures):
        runs = {key: all_slices(contenders) for key, contenders in figures.items()}

        def of(key, name, figure, digits):
            rounds = runs.get(key, {}).get(name)
            return or_dash(of_slices(rounds, figure), digits) if rounds else "-"

        def seconds(verb, name):
            return " / ".join(of(f"{verb} {shape}", name, lambda s: PAPER_COUNT / s.per_second(), 3)
                              for shape in ("scalars", "arrays"))

        def latency(key, name):
            return of(key, name, lambda s: s.p50 / 1e3, 1) + " / " + of(key, name, lambda s: s.p99 / 1e3, 1)

        reads = runs.get("read scalars", {})

        def ratio(name, other):
            return Ratio.paired(reads[name], reads[other.text]).text(2) if reads.get(other.text) else "-"

        return table(
            ["", ":read, s per 10,000: basic / arrays", ":write: basic / arrays", ":read p50 / p99 µs",
             ":write p50 / p99 µs", ":B per read / write", "reads against C++ (95 %)",
             "reads against the limit (95 %)"],
            [[name, seconds("read", name), seconds("write", name), latency("read scalars", name),
              latency("write scalars", name),
              of("read scalars", name, Slice.bytes_each, 1) + " / " + of("write scalars", name, Slice.bytes_each, 1),
              ratio(name, ads.CPP), ratio(name, ads.LIMIT)] for name in reads])

    def plots(self, figures):
        reads, writes = (all_slices(figures.get(f"{verb} scalars", {})) for verb in ("read", "write"))
        names = list(reads or writes)
        return [Plot(self.name, f"10,000 accesses to single values; the device {DEVICES[self.kind]}",
                     "seconds (less is better)", names,
                     {verb: [of_slices(runs[name], lambda s: PAPER_COUNT / s.per_second()) if name in runs else NAN
                             for name in names] for verb, runs in (("read", reads), ("write", writes))})]


class Block(Experiment):
    CYCLES_PER_SECOND = 1000

    def run(self, effort, progress):
        figures = {}
        for rate in (20_000, 100_000, 1_000_000):
            total = rate * (60 if effort.full else 5)
            try:
                with ads.serve("paper.BlockServer", rate // self.CYCLES_PER_SECOND) as server:
                    line = last_line("blocks ", java("paper.BlockContender", server.uri, total, 10**9 // rate))
            except Failed as e:
                line = f"failed: {e}"
            progress(f"  {rate}: {line}")
            figures[str(rate)] = line
        return figures

    def table(self, figures):
        head = [":samples/s", ":received", ":missing", ":out of order", ":with a wrong time", ":delay p50 / p99 ms",
                ":B/sample", ":CPU % of a core"]
        lines = table(head, [])
        for rate, line in figures.items():
            run = line.split(" ")
            if len(run) != 10:
                lines.append(failed_row([number(int(rate)), line], len(head)))
                continue
            lines.append(row(
                number(int(rate)), number(int(run[1])), number(int(run[2])), run[3], run[4],
                f"{number(int(run[5]) / 1e6)} / {number(int(run[6]) / 1e6)}", number(float(run[7]), 3),
                number(100.0 * int(run[8]) / int(run[9]), 1)))
        return lines


class Poll(Experiment):
    REAL_TIME = ["chrt", "--fifo", "50"]

    @staticmethod
    def _works(command, progress):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if subprocess.run(command, capture_output=True, timeout=10).returncode == 0:
                return True
        progress("  left out, for it does not work here: " + " ".join(command))
        return False

    def run(self, effort, progress):
        figures = {}
        real_time = self._works([*self.REAL_TIME, "true"], progress)
        stress = self._works(["stress-ng", "--version"], progress)
        with ads.serve() as server:
            for machine in ("idle", "stress-ng") if stress else ("idle",):
                load = subprocess.Popen(["stress-ng", "--cpu", "2", "--quiet"]) if machine != "idle" else None
                try:
                    for rate in (1_000, 2_000, 5_000, 10_000, 20_000) if effort.full else (1_000, 20_000):
                        for strategy in ("park", "hybrid", "spin"):
                            for scheduling in ("normal", "FIFO") if real_time else ("normal",):
                                command = java("paper.PollContender", server.uri, rate, strategy, 5 if effort.full else 2)
                                try:
                                    line = last_line(
                                        "polled ", (self.REAL_TIME if scheduling == "FIFO" else []) + command)
                                except Failed:
                                    line = "failed"
                                key = f"{rate} {strategy} {machine} {scheduling}"
                                progress(f"  {key}: {line}")
                                figures[key] = line
                finally:
                    if load:
                        load.terminate()
                        load.wait(10)
        return figures

    def table(self, figures):
        head = [":rate", "idle strategy", "machine", "scheduling", ":polls", ":overruns",
                "lateness p50 / p99 / p99.9 / p99.99 / max µs", "jitter p50 / p99 / p99.9 / p99.99 / max µs"]
        lines = table(head, [])
        for key, line in figures.items():
            rate, *what = key.split(" ")
            run = line.split(" ")
            start = [number(int(rate)), *what]
            if len(run) != 14:
                lines.append(failed_row([*start, "failed"], len(head)))
                continue
            lines.append(row(*start, number(int(run[1])), number(int(run[2])),
                                 *(" / ".join(micros(n, 0) for n in run[at:at + 5]) for at in (4, 9))))
        return lines

    def plots(self, figures):
        rates = list(dict.fromkeys(key.split(" ", 1)[0] + "/s" for key in figures))
        series = {}
        for key, line in figures.items():
            run = line.split(" ")
            series.setdefault(key.split(" ", 1)[1], []).append(int(run[5]) / 1e3 if len(run) == 14 else NAN)
        return [Plot(self.name, "Lateness of polls, 99th percentile", "µs (less is better)", rates,
                     {name: bars for name, bars in series.items() if len(bars) == len(rates)})]


class Control(Experiment):
    """Poll, compute, write, in each level of takt run --realtime."""

    LEVELS = ["default", "priority", "isolated"]
    # The second core is busy: compute, cache and memory, as on the neighbour core of the CODESYS/TCC study.
    STRESS = ["taskset", "--cpu-list", "0", "stress-ng", "--cpu", "1", "--cache", "1", "--vm", "1", "--vm-bytes", "64m",
              "--quiet"]

    def run(self, effort, progress):
        figures = {}
        seconds = 60 if effort.full else 4
        with ads.serve() as server:
            for machine_is in ("idle", "stress-ng"):
                load = subprocess.Popen(self.STRESS, start_new_session=True) if machine_is != "idle" else None
                try:
                    for cycle in (4_000, 1_000, 50):
                        for level in self.LEVELS:
                            key = f"{cycle} {level} {machine_is}"
                            try:
                                figures[key] = last_line("controlled ", java(
                                    "paper.ControlContender", server.uri, cycle, level, seconds,
                                    options=["-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"]))
                            except Failed as e:
                                figures[key] = str(e)
                            progress(f"  {key}: {figures[key]}")
                finally:
                    if load:
                        os.killpg(load.pid, signal.SIGTERM)
                        load.wait(10)
        return figures

    def table(self, figures):
        head = [":cycle", "level", "machine", ":cycles", ":skipped", ":jitter max / min µs",
                "lateness p50 / p99 / p99.9 / max µs", ":task average / max µs"]
        lines = table(head, [])
        for key, line in figures.items():
            cycle, level, machine_is = key.split(" ")
            start = [f"{number(int(cycle))} µs", level, machine_is]
            if not line.startswith("controlled "):
                lines.append(failed_row([*start, line], len(head)))
                continue
            run = [int(word) for word in line.split(" ")[1:]]
            lines.append(row(*start, number(run[0]), number(run[1]), " / ".join(micros(n, 0) for n in run[2:4]),
                             " / ".join(micros(n, 0) for n in run[4:8]), " / ".join(micros(n, 0) for n in run[8:10])))
        return lines


class Profile(Experiment):
    def run(self, effort, progress):
        figures = {}
        folder, millis = recordings.folder(), 15_000 if effort.full else 3_000
        with serve("INSTANT") as server:
            contenders = [ads.JAVA, ads.JNA, ads.JNI, ads.FFM, ads.ADSTOJAVA, ads.PLC4J]
            for contender in ads.present(contenders, progress):
                try:
                    reading = contender.access(server.uri, "read", variables("scalars"))
                    recording = recordings.flight(folder, contender.id, reading, millis)
                    figures[contender.text] = json.loads(last_line("{", java("paper.ReadPlaces", recording)))
                    progress(f"  {contender.text}: {figures[contender.text]}")
                    recordings.native_frames(folder, contender.id, reading, millis)
                except (Failed, OSError) as e:
                    progress(f"  {contender.text} is left out: {e}")
        return figures

    def table(self, figures):
        rows = []
        for name, places in figures.items():
            all_places = sum(places.values())
            rows.append([name, number(all_places), ", ".join(
                f"{place} {number(100 * count / all_places)} %"
                for place, count in sorted(places.items(), key=lambda entry: -entry[1]))])
        return table(["contender", ":samples", "where"], rows)


EXPERIMENTS = [
    *(Access(kind) for kind in DEVICES),
    Profile("paper-profile", "where the time of a read goes, by Java Flight Recorder, for each backend"),
    recordings.ConnectorProfiles(
        "profiles", "where the processor time of a read goes, S7 and OPC UA; ./takt bench profile draws it"),
    Poll("paper-poll",
         "polling one value at 1 to 20 kHz: lateness and jitter, idle and under stress-ng, with and without SCHED_FIFO"),
    Control("control", "a control task (poll, compute, write) in each level of real time, idle and under stress-ng"),
    Block("paper-block",
          "block mode at 20 kHz, 100 kHz and 1 MHz for a minute each: every sample with its number and time"),
]
