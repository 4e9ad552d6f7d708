"""The figures of the documents that the project grew from, beside ours: made of the data files of other experiments."""

from pathlib import Path

from . import ads, opcua
from .datafile import DataFile, WrongUse
from .experiment import Experiment, table
from .stats import Slice, all_slices, micros, millis, number, of_slices, slices

DOCS = Path("docs", "benchmarks")
NOT_MEASURED = "not measured"
ADS_PAPER = "ADS Performance Revisited"
OPC_STUDY = "OPC throughput study"
PVACCESS = "pvAccess study"
SALLY7 = "Sally7"
TCC = "CODESYS/TCC study"


def data(name):
    """Figures of an experiment, none if it was not measured."""
    try:
        return DataFile.read(DataFile.path(DOCS, name)).figures
    except WrongUse:
        return {}


def _median(figures, name, figure, digits=0, unit=""):
    rounds = slices(figures.get(name)) if figures else []
    return number(of_slices(rounds, figure), digits) + unit if rounds else NOT_MEASURED


def _access(kind, label):
    reads = all_slices(data(f"paper-{kind}").get("read scalars", {}))

    def seconds(name):
        return f"{number(10_000 / of_slices(reads[name], Slice.per_second), 2)} s" if reads.get(name) else NOT_MEASURED

    return [ADS_PAPER, f"10,000 reads, {label}", "JNI, JNA and C++ alike", seconds(ads.JAVA.text),
            f"C++ {seconds(ads.CPP.text)}, jni {seconds(ads.JNI.text)}", seconds(ads.LIMIT.text), f"paper-{kind}"]


def _notifications():
    best = 0
    for key in data("paper-limits"):
        words = key.split(" ", 3)
        counts = data("paper-limits")[key].split(" ") if len(words) == 4 else []
        if len(counts) > 3 and words[3] == ads.JAVA.text and counts[2] == "0" and counts[1] == words[2]:
            best = max(best, int(words[0]))
    return [ADS_PAPER, "notifications a second without a loss, for a minute", "10,000",
            number(best) if best else NOT_MEASURED, "", "", "paper-limits"]


def _load(experiment, load, original):
    figures = data(experiment)

    def of(who):
        runs = opcua.Subscriptions.runs(figures.get(f"{load.text()} {who}"))
        if not runs:
            return NOT_MEASURED
        values = sum(run[0] for run in runs) * 1e9 / sum(run[5] for run in runs)
        return (number(values * load.words) + " words/s" if load.words else number(values) + " values/s") + (
            f", {number(sum(run[6] for run in runs) / sum(run[5] for run in runs), 2)} cores")

    return [OPC_STUDY, load.title(), original, of("taktstrom"), "Milo " + of("milo"), "", experiment]


def _request(experiment, title, original):
    figures = data(experiment)

    def of(who):
        return (_median(figures, who, lambda s: s.p50 / 1e6, 2) + " / "
                + _median(figures, who, lambda s: s.p99 / 1e6, 2, " ms"))

    return [PVACCESS, title, original, of("taktstrom"), "Milo " + of("milo"), of("limit"), experiment]


def _gather():
    runs = [line.split(" ") for name, line in data("gather").items() if name.startswith("gather")]
    middle = sorted(runs, key=lambda run: int(run[3]))[len(runs) // 2] if runs else None
    return [PVACCESS, "1,000 points over ADS, S7 and OPC UA together, p50 / p99", "below 10 ms",
            f"{millis(middle[2], 2)} / {millis(middle[3], 2)} ms" if middle else NOT_MEASURED, "", "", "gather"]


def _sizes():
    for size in opcua.SIZES:
        runs = all_slices(data("opcua-sizes").get(str(size), {}))

        def of(name, runs=runs, size=size):
            return (number(of_slices(runs[name], Slice.per_second) * size * 4 / 1e6, 1) + " MB/s"
                    if runs.get(name) else NOT_MEASURED)

        yield [PVACCESS, f"arrays of {number(size)} Int32, one after the other", "rates by size", of("taktstrom"),
               "Milo " + of("milo"), of("limit"), "opcua-sizes"]


def _sally7():
    figures = data("s7-read")
    shown = [_median(figures, name, lambda s: s.p50 / 1e3, 1, " µs") + ", " + _median(figures, name, Slice.bytes_each, 0, " B")
             for name in ("taktstrom engine", "plc4j s7", "raw socket (limit)")]
    return [SALLY7, "one read: p50, bytes allocated", "223 µs, 952 B", shown[0], "plc4j " + shown[1],
            shown[2], "s7-read"]


def _control():
    original = {"default": "163 / -185 µs jitter", "priority": "60 / -66 µs jitter", "isolated": "22 / -23 µs jitter"}
    for level, theirs in original.items():
        line = data("control").get(f"1000 {level} stress-ng", "")
        run = [int(word) for word in line.split(" ")[1:]] if line.startswith("controlled ") else None
        yield [TCC, f"control task, 1 ms, under stress-ng, level {level}: jitter max / min, p99 and p99.9 late", theirs,
               (f"{micros(run[2], 0)} / {micros(run[3], 0)} µs; {micros(run[5], 0)} and {micros(run[6], 0)} µs late"
                if run else NOT_MEASURED), "", "", "control"]


def rows():
    words, items = (next(each for each in opcua.EXPERIMENTS if each.name == name).loads
                    for name in ("opcua-words", "opcua-items"))
    return [
        _access("instant", "a device that answers at once"),
        _access("cycle", "a device that answers at its 1 ms cycle"),
        _notifications(),
        _load("opcua-items", items[0], "50,000 items/s, one client"),
        _load("opcua-items", items[1], "200,000 items/s, five clients"),
        _load("opcua-words", words[0], "800,000 words/s, one client"),
        _load("opcua-words", words[1], "1,400,000 words/s, five clients"),
        *_sizes(),
        _request("opcua-group", "1,000 values in one request, p50 / p99", "below 10 ms"),
        _gather(),
        _request("opcua-browse", "1,400 items found, p50 / p99", "below 30 ms"),
        _sally7(),
        *_control(),
    ]


class Seeds(Experiment):
    """Runs nothing that has figures already: each row names the experiment that measures it again."""

    def run(self, effort, progress):
        missing = sorted({row[6] for row in rows() if not data(row[6])})
        if missing:
            progress(f"  measure first: ./takt bench run {' '.join(missing)}")
        return {f"{row[0]}: {row[1]}": row for row in rows()}

    def table(self, figures):
        return table(["document", "figure", "original", "taktstrom", "others", "limit", "measured by"],
                     [[*row[:6], f"`{row[6]}`"] for row in figures.values()])


EXPERIMENTS = [Seeds("seeds", "the figures of the documents that the project grew from, beside ours")]
