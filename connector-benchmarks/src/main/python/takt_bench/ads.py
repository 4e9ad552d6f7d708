"""ADS: single values, groups and notifications, by Taktstrom, other clients and the bare socket."""

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from .experiment import Experiment, Plot, contenders_table, failed_row, measure, row, table
from .processes import Failed, Server, java, last_line, missing, python
from .stats import NAN, micros, number

# AdsLib knows port 48898 only.
HOST, PORT = "127.0.0.77", "48898"
NET_ID, AMS_PORT = "192.0.2.1.1.1", "851"
FFM_CLASSES = Path("connector-ads", "native-ffm", "target", "classes")
MAX = 0


def serve(main="ads.SimulatorServer", argument=0):
    return Server(java(main, HOST, PORT, argument))


@dataclass(frozen=True)
class Contender:
    id: str
    text: str
    needs: tuple = ()
    options: str = ""
    ours: bool = True

    def missing(self):
        return missing(*self.needs)

    def _uri(self, uri):
        return uri + os.path.expandvars(self.options)

    def _java(self, main, *arguments):
        command = java(main, *arguments)
        if self.id == "ffm":
            # Compiled for a newer Java than the rest: only its own process may see it.
            if not FFM_CLASSES.is_dir():
                raise Failed(f"{FFM_CLASSES} does not exist: run ./takt build with a JDK 22 or newer installed beside")
            command[0] = str(Path(os.environ["TAKT_FFM_JAVA"], "bin", "java"))
            command.insert(1, "--enable-native-access=ALL-UNNAMED")
            at = command.index("-cp") + 1
            command[at] += f":{FFM_CLASSES}"
        return command

    def _cpp(self, *arguments):
        return [os.environ["TAKT_ADSLIB_WORKER"], os.environ["TAKT_ADSLIB"], HOST, NET_ID, AMS_PORT,
                *map(str, arguments)]

    def access(self, uri, verb, names):
        """Reads or writes variables one by one."""
        if self.id == "cpp":
            return self._cpp(verb, *names)
        if self.id == "pyads":
            return python("pyads_worker.py", "paper-" + verb, HOST, NET_ID, AMS_PORT, *names)
        return self._java("paper.PaperContender", self.id, verb, self._uri(uri), *names)

    def burst(self, uri, rate, per_frame, total):
        """Receives notifications until all have come, or none for a while."""
        if self.id == "cpp":
            return self._cpp("notify", rate, per_frame, total)
        if self.id == "pyads":
            return python("pyads_notifications.py", HOST, NET_ID, AMS_PORT, rate, per_frame, total)
        return self._java("ads.NotificationContender", "taktstrom" if self.ours else self.id, self._uri(uri),
                          rate, per_frame, total)


def _native(id, *needs, library="TAKT_ADSLIB"):
    name = "AdsToJava" if id == "adstojava" else "taktstrom " + id
    return Contender(id, name, (library, *needs), f"?backend={id}&isolation=none&library=${library}")


LIMIT = Contender("limit", "raw socket (limit)", ours=False)
JAVA = Contender("java", "taktstrom java", options="?backend=java")
PIPELINED = Contender("pipelined", "taktstrom java, pipelined", options="?backend=java&maxSumCommands=1&maxInFlight=64")
JNA, JNI = _native("jna"), _native("jni")
FFM = _native("ffm", "TAKT_FFM_JAVA")
ADSTOJAVA = _native("adstojava", library="TAKT_ADSTOJAVA")
CPP = Contender("cpp", "C++ AdsLib", ("TAKT_ADSLIB", "TAKT_ADSLIB_WORKER"), ours=False)
PYADS = Contender("pyads", "pyads", ("TAKT_PYTHON",), ours=False)
PLC4J = Contender("plc4j", "plc4j", ours=False)
ALL = [LIMIT, JAVA, PIPELINED, JNA, JNI, FFM, ADSTOJAVA, CPP, PYADS, PLC4J]
NATIVE = [JAVA, JNA, JNI, FFM, ADSTOJAVA, CPP]


def present(contenders, progress):
    """Those whose programs and libraries are installed."""
    for contender in contenders:
        if contender.missing():
            progress(f"  {contender.text} is left out: {contender.missing()}")
    return [contender for contender in contenders if not contender.missing()]


class Reads(Experiment):
    """Reads one after the other, each waiting for its answer; the limit first, then ours."""

    def __init__(self, name, title, contenders, pyads, values):
        super().__init__(name, title)
        self.contenders, self.pyads, self.values = contenders, pyads, values

    def run(self, effort, progress):
        with serve() as server:
            commands = [(name, java("ads.AdsContender", name, server.uri))
                        for name in (self.contenders if effort.peers else self.contenders[:2])]
            if effort.peers and not missing("TAKT_PYTHON"):
                commands.append((f"pyads-{self.pyads}",
                                 python("pyads_worker.py", self.pyads, HOST, NET_ID, AMS_PORT)))
            else:
                progress("  pyads is left out: " + (missing("TAKT_PYTHON") or "only the limit and taktstrom take part"))
            return measure(commands, effort, progress)

    def table(self, figures):
        return contenders_table(figures, self.values)


class Latency(Experiment):
    """Open loop: latency counts from the moment at which a read should have begun."""

    CONTENDERS = ["limit-read", "taktstrom-read", "plc4j-read"]

    def run(self, effort, progress):
        figures = {}
        with serve() as server:
            for rate in (1_000, 10_000, 20_000):
                for repeat in range(max(1, effort.rounds // 7)):
                    for contender in self.CONTENDERS[::1 if repeat % 2 == 0 else -1]:
                        line = last_line("paced ", java(
                            "ads.OpenLoopContender", contender, server.uri, rate, 5 * effort.slice_millis))
                        progress(f"  {contender} at {rate}/s: {line}")
                        figures.setdefault(f"{contender} {rate}", []).append(line)
        return figures

    def table(self, figures):
        rows = [[key.split()[0], number(int(key.split()[1])), number(int(line.split()[1])),
                 *map(micros, line.split()[2:6])] for key, lines in figures.items() for line in lines]
        return table(["contender", ":rate/s", ":reads", ":p50 µs", ":p99 µs", ":p99.9 µs", ":max µs"], rows)


@dataclass(frozen=True)
class Leg:
    """together: whether contenders run at the same time; a rate of 0 is as fast as possible."""

    rate: int
    per_frame: int
    total: int
    together: bool = False


def _legs(*rates):
    return [Leg(rate, per_frame, 250_000, rate != MAX and rate <= 5_000) for per_frame in (1, 100) for rate in rates]


class Notifications(Experiment):
    """Bursts of numbered notifications: which arrive, in which order, how late."""

    def __init__(self, name, title, contenders, legs, quickly=10):
        super().__init__(name, title)
        self.contenders, self.legs, self.quickly = contenders, legs, quickly

    def run(self, effort, progress):
        figures = {}
        contenders = present(self.contenders, progress)
        for leg in self.legs:
            total = leg.total if effort.full else leg.total // self.quickly
            with serve(argument=total) as server:
                lines = self._burst(leg, total, contenders, server.uri)
            for contender in contenders:
                if contender in lines:
                    key = f"{leg.rate} {leg.per_frame} {total} {contender.text}"
                    progress(f"  {key}: {lines[contender]}")
                    figures[key] = lines[contender]
        return figures

    @staticmethod
    def _burst(leg, total, contenders, uri):
        lines = {}

        def one(contender):
            try:
                lines[contender] = last_line("notified ", contender.burst(uri, leg.rate, leg.per_frame, total))
            except Failed as e:
                lines[contender] = f"failed: {e}"

        threads = []
        for contender in contenders:
            # plc4j takes whole milliseconds: it cannot ask for these rates.
            if contender is not PLC4J or leg.rate == MAX:
                threads.append(threading.Thread(target=one, args=[contender]))
                threads[-1].start()
                if not leg.together:
                    threads[-1].join()
        for thread in threads:
            thread.join()
        return lines

    def table(self, figures):
        lines = table(
            ["contender", ":rate", ":samples/frame", ":received", ":lost", ":out of order", ":delivered/s",
             ":delay p50 / p99 µs", ":B/sample", ":CPU µs/sample"], [])
        lines += [self._row(key.split(" ", 3), line) for key, line in figures.items()]
        if self._has_rates(figures):
            lines += ["", *table(
                ["contender", ":samples/frame", ":highest rate without loss, samples/s", ":first loss at"],
                [[text, per_frame, number(highest), failed_at or "none"]
                 for (text, per_frame), (highest, failed_at) in self._limits(figures).items()])]
        return lines

    @staticmethod
    def _has_rates(figures):
        return len({key.split(" ", 1)[0] for key in figures}) > 1

    @staticmethod
    def _row(key, line):
        start = [key[3], "max" if key[0] == "0" else number(int(key[0])), key[1]]
        if not line.startswith("notified "):
            return failed_row([*start, line], 10)
        run = line.split(" ")
        received, first = int(run[1]), int(run[8]) if len(run) > 8 else 0
        lost = number(int(key[2]) - received) + (f" ({number(first)} before the first)" if first else "")

        def delay(nanos):
            # Others have no time of the device that can be compared.
            return "-" if nanos.startswith("-") or nanos == "1" else micros(nanos, 0)

        return row(
            *start, number(received), lost, run[2], number(received * 1e9 / int(run[3])),
            f"{delay(run[4])} / {delay(run[5])}", "-" if float(run[6]) < 0 else number(float(run[6]), 3),
            number(float(run[7]) / 1e3 / max(1, received), 2))

    @staticmethod
    def _limits(figures):
        """By contender and samples in a frame: the highest rate without loss, and the first one with loss."""
        limits = {}
        for key, line in figures.items():
            rate, per_frame, total, text = key.split(" ", 3)
            run = line.split(" ")
            # What a library drops before its subscription is ready is no matter of the rate.
            first = int(run[8]) if len(run) > 8 else 0
            whole = (run[0] == "notified" and int(run[1]) + first == int(total)
                     and run[2] == ("0" if first == 0 else "1"))
            highest, failed_at = limits.get((text, per_frame), (0.0, None))
            if whole and not failed_at:
                highest = max(highest, int(run[1]) * 1e9 / int(run[3]) if rate == "0" else float(rate))
            elif not whole:
                failed_at = failed_at or ("max" if rate == "0" else number(int(rate)))
            limits[text, per_frame] = highest, failed_at
        return limits

    def plots(self, figures):
        if not self._has_rates(figures):
            return []
        limits = self._limits(figures)
        texts = list(dict.fromkeys(text for text, _ in limits))
        series = {f"{per_frame} {'sample' if per_frame == '1' else 'samples'} in a frame":
                  [limits.get((text, per_frame), (NAN,))[0] for text in texts]
                  for per_frame in dict.fromkeys(per_frame for _, per_frame in limits)}
        return [Plot(self.name, "Highest rate of notifications without loss", "samples/s", texts, series)]


EXPERIMENTS = [
    Reads("ads-read", "One DINT, one request after the other",
          ["limit-read", "taktstrom-read", "limit-name", "taktstrom-name", "plc4j-read"], "read", 1),
    Reads("ads-group", "1000 DINTs as one group, and one by one",
          ["limit-group", "taktstrom-group", "taktstrom-singles", "plc4j-group"], "group", 1000),
    Latency("ads-latency", "One DINT at 1, 10, 20 kHz, open loop: latency from the intended moment"),
]
NOTIFICATIONS = [
    Notifications("ads-notify", "250,000 notifications at 10, 20, 50 kHz and as fast as it goes",
                  [JAVA, PLC4J, PYADS], _legs(10_000, 20_000, 50_000, MAX)),
    Notifications("paper-notify", "250,000 notifications at 1 to 100 kHz and as fast as it goes, every backend",
                  [*NATIVE, PYADS], _legs(1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, MAX)),
    Notifications("paper-million", "a million notified samples a second for a minute, a hundred in a frame",
                  [*NATIVE, PYADS], [Leg(1_000_000, 100, 60_000_000)]),
    Notifications("paper-limits", "a minute at the rates around the limits of AdsToJava and pyads, one sample in a frame",
                  [JAVA, ADSTOJAVA, PYADS],
                  [Leg(rate, 1, 60 * rate) for rate in (25_000, 30_000, 40_000, 60_000, 80_000)]),
    Notifications("paper-20khz", "20 kHz for ten minutes, one sample in a frame, all backends at once",
                  NATIVE, [Leg(20_000, 1, 12_000_000, together=True)], quickly=60),
]
