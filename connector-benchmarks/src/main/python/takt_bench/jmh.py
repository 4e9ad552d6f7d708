"""JMH over a package of benchmarks; its statistics are JMH's own."""

import json
import subprocess
import tempfile
from pathlib import Path

from .experiment import Experiment, table
from .processes import QUIET, Failed, java
from .stats import NAN, number

QUICK_MILLIS = 200


class Micro(Experiment):
    """classes: those of its package that take part, as a pattern of JMH."""

    def __init__(self, name, title, forks, millis, of, package=None, classes=""):
        super().__init__(name, title)
        self.forks, self.millis, self.of = forks, millis, of
        self.package, self.classes = package or name, classes

    def run(self, effort, progress):
        millis = self.millis if effort.full else QUICK_MILLIS
        with tempfile.TemporaryDirectory(prefix="takt-jmh") as folder:
            results = Path(folder, "results.json")
            command = java("", f"\\.benchmarks\\.{self.package}\\.{self.classes}", "-f", self.forks if effort.full else 1,
                           "-wi", 3 if effort.full else 2, "-i", 3, "-w", f"{millis}ms", "-r", f"{millis}ms",
                           "-jvmArgsAppend", QUIET, "-prof", "gc", "-v", "SILENT", "-rf", "json", "-rff", results)
            command[command.index("io.taktstrom.benchmarks.")] = "org.openjdk.jmh.Main"
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            if done.returncode or not results.exists():
                raise Failed(f"JMH ended with {done.returncode}: {done.stdout[-2000:]}")
            runs = json.loads(results.read_text(encoding="utf-8"))
        figures = {}
        for run in runs:
            name = run["benchmark"].partition(f".benchmarks.{self.package}.")[2]
            allocated = run["secondaryMetrics"].get("gc.alloc.rate.norm", {"score": -1})
            figures[" ".join([name, *run.get("params", {}).values()])] = [
                run["primaryMetric"]["score"], run["primaryMetric"]["scoreError"], allocated["score"]]
        return figures

    def table(self, figures):
        return table(["benchmark", f":ns/{self.of}", ":± (99.9 %)", f":B/{self.of}"],
                     [[name, *(number(figure if isinstance(figure, (int, float)) else NAN, digits)
                               for figure, digits in zip(scores, (2, 2, 3)))] for name, scores in figures.items()])


EXPERIMENTS = [
    Micro("micro", "JMH: parts of the hot path, per sample", 3, 1000, "sample", classes="(?!LoadBenchmark)"),
    Micro("stream", "JMH: each stage and each format, per sample", 2, 500, "sample", classes="(?!ExpressionBenchmark)"),
    Micro("expressions", "JMH: expressions of computed points and the same in Java, per evaluation", 2, 500, "evaluation",
          "stream", "ExpressionBenchmark"),
    Micro("codec", "JMH: bytes to samples by the kit, for S7 and OPC UA, per value", 2, 500, "value"),
    Micro("model", "JMH: a deployment file with 100,000 points, per point", 2, 1000, "point", "micro", "LoadBenchmark"),
]
