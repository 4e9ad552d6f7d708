"""./takt bench: measures, compares, reports. Started in the root of the project."""

import datetime
import sys
import time
from pathlib import Path

from . import ads, against, compare, jmh, latency, machine, opcua, paper, report, s7, scale, seeds, sinks, stream
from .datafile import DataFile, WrongUse
from .experiment import FULL, GLANCE, QUICK
from .processes import Failed

EXPERIMENTS = [
    *ads.EXPERIMENTS, *jmh.EXPERIMENTS, stream.METERS, *ads.NOTIFICATIONS, *paper.EXPERIMENTS, *s7.EXPERIMENTS,
    *opcua.EXPERIMENTS, against.OPCUA, *stream.EXPERIMENTS, *sinks.EXPERIMENTS, *stream.PATHS,
    *latency.EXPERIMENTS, *scale.EXPERIMENTS, *against.EXPERIMENTS, *seeds.EXPERIMENTS]
BY_NAME = {experiment.name: experiment for experiment in EXPERIMENTS}
# Some of each module, together in less than ten minutes.
OF_EACH_MODULE = ["micro", "stream", "meters", "codec", "model", "ads-read", "ads-group", "ads-notify", "s7-read",
                  "opcua-read", "opcua-items", "spill", "gather", "sinks-mqtt", "sinks-files"]
# Their bytes, and their speed beside a bare socket, are the same on any machine.
ANYWHERE = ["ads-read", "s7-read", "opcua-read"]
DOCS = Path("docs", "benchmarks")
QUICK_FOLDER = Path("connector-benchmarks", "target", "quick")
GLANCE_FOLDER = Path("connector-benchmarks", "target", "glance")
USAGE = """usage: takt bench list             what there is to measure
       takt bench run [NAME...]    measure (all: two hours), write docs/benchmarks
       takt bench quick [NAME...]  the same in less time, to look at only (no name: some of each module in
                                   ten minutes)
       takt bench glance           half a minute: bytes and ratios that hold on any machine, beside those committed
       takt bench report           write the tables again from the data files
       takt bench report --html FILE  all of them in one file that needs nothing beside it
       takt bench compare [A [B]]  two runs, files or folders of them: what has changed, and what speaks
                                   against it; one: with docs/benchmarks; none: that with its last commit"""


def chosen(names):
    for name in names:
        if name not in BY_NAME:
            raise WrongUse(f"unknown experiment {name}; expected one of {', '.join(BY_NAME)}")
    return [BY_NAME[name] for name in names]


def run(experiments, effort, folder, progress):
    """One that fails is named at the end, and the others go on: they may take an hour. Returns failures."""
    failures = []
    for experiment in experiments:
        progress(f"{experiment.name}: {experiment.title}")
        began = time.monotonic()
        try:
            _measure(experiment, effort, folder, progress)
        except (Failed, OSError, ValueError, KeyError, IndexError) as e:
            progress(f"  failed: {e!r}")
            failures.append(f"{experiment.name} ({e})")
        progress(f"({time.monotonic() - began:.0f} s)")
    return failures


def _measure(experiment, effort, folder, progress):
    before = machine.describe()
    figures = experiment.run(effort, progress)
    command = experiment.command() if effort.full else experiment.command().replace(" run ", " quick ")
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    for line in experiment.table(figures) if figures else ["Nothing was measured; the lines above say why."]:
        progress(line)
    if figures:
        DataFile(experiment.name, date, command, before, machine.describe(), figures).write(folder)


def _forget(experiments, folder):
    """What fails now must not look as it did the last time."""
    for experiment in experiments:
        DataFile.path(folder, experiment.name).unlink(missing_ok=True)


def quick(experiments, progress):
    _forget(experiments, QUICK_FOLDER)
    failures = run(experiments, QUICK, QUICK_FOLDER, progress)
    measured = report.measured(experiments, QUICK_FOLDER)
    left_out = ", ".join(experiment.name for experiment in experiments if experiment not in measured)
    file = QUICK_FOLDER / "report.html"
    report.write_html(measured, QUICK_FOLDER, file, "Measured in a hurry, to look at only." + (
        f" Not measured, because it failed or has no figures: {left_out}." if left_out else ""))
    progress(f"wrote {file}")
    progress(f"compare it with the published figures: ./takt bench compare docs/benchmarks {QUICK_FOLDER}")
    return failures


def pages(progress):
    for page in report.write_pages(EXPERIMENTS, DOCS):
        progress(f"wrote {page}")
    return []


def execute(verb, words, progress):
    """Returns what could not be measured."""
    if verb == "list":
        for experiment in EXPERIMENTS:
            progress(f"{experiment.name:<14} {experiment.title}")
    elif verb == "run":
        failures = run(chosen(words) or EXPERIMENTS, FULL, DOCS, progress)
        return failures + pages(progress)
    elif verb == "quick":
        return quick(chosen(words or OF_EACH_MODULE), progress)
    elif verb == "glance":
        _forget(chosen(ANYWHERE), GLANCE_FOLDER)
        failures = run(chosen(ANYWHERE), GLANCE, GLANCE_FOLDER, lambda line: print(line, file=sys.stderr, flush=True))
        for line in compare.glance(GLANCE_FOLDER, failures):
            progress(line)
        return failures
    elif verb == "report" and not words:
        return pages(progress)
    elif verb == "report":
        if len(words) != 2 or words[0] != "--html":
            raise WrongUse(f"report takes nothing, or --html FILE; not {' '.join(words)}")
        report.write_html(report.measured(EXPERIMENTS, DOCS), DOCS, words[1])
        progress(f"wrote {words[1]}")
    elif verb == "compare":
        for line in compare.compare(words):
            progress(line)
    elif verb in ("help", "--help", "-h"):
        progress(USAGE)
    else:
        raise WrongUse(f"unknown command '{verb}'\n{USAGE}")
    return []


def main(arguments):
    try:
        failures = execute(arguments[0] if arguments else "help", arguments[1:], lambda line: print(line, flush=True))
    except WrongUse as e:
        print(f"takt bench: {e}", file=sys.stderr)
        return 2
    if failures:
        print("takt bench: not measured: " + "; ".join(failures), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
