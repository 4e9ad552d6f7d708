"""What every experiment has, and the tables that several share."""

from dataclasses import dataclass

from . import processes
from .stats import Ratio, Slice, all_slices, number, of_slices, or_dash


@dataclass
class Effort:
    """How long to take; peers: whether others take part, beside us and the limit."""

    rounds: int
    slice_millis: int
    warm_up_millis: int
    peers: bool = True

    @property
    def full(self):
        return self.rounds >= FULL.rounds


FULL = Effort(12, 500, 3000)
# Enough to see whether it works, not to publish.
QUICK = Effort(3, 300, 1500)
# Enough for bytes and for ratios, of ourselves.
GLANCE = Effort(4, 250, 1000, peers=False)


class Experiment:
    """One question that a benchmark answers; its name is the command's word, the data file and the marker of its table."""

    def __init__(self, name, title):
        self.name, self.title = name, title

    def command(self):
        return f"./takt bench run {self.name}"

    def run(self, effort, progress):
        """Raw figures, as JSON takes them; none when what it needs is missing."""
        raise NotImplementedError

    def table(self, figures):
        """Lines of Markdown."""
        raise NotImplementedError

    def plots(self, figures):
        return []


@dataclass
class Plot:
    """Bars: a value of each series for each category; NaN where there is none."""

    name: str
    title: str
    axis: str
    categories: list
    series: dict


def measure(commands, effort, progress, failures=None):
    """Paired slices of contenders: (name, command)."""
    with processes.workers(commands, progress, failures) as started:
        return processes.paired(
            started, effort.rounds, effort.slice_millis, effort.warm_up_millis, progress, failures)


def table(head, rows):
    """Columns whose name begins with ':' have numbers."""
    return [row(*(name.lstrip(":") for name in head)),
            "|" + "|".join("---:" if name.startswith(":") else "---" for name in head) + "|",
            *(row(*cells) for cells in rows)]


def row(*cells):
    return "|" + "".join(f" {cell} |" if str(cell) else " |" for cell in cells)


def failed_row(cells, columns):
    """A row whose other columns are empty."""
    return row(*cells) + " |" * (columns - len(cells))


def contenders_table(figures, values):
    """A row for each contender, the first of which is the limit; values of an operation."""
    by_name = all_slices(figures)
    limit = next(iter(by_name.values()))
    rows = []
    for name, rounds in by_name.items():
        per_second = of_slices(rounds, Slice.per_second)
        rows.append([
            name, number(per_second), number(per_second * values),
            number(of_slices(rounds, lambda s: s.p50 / 1e3), 1), number(of_slices(rounds, lambda s: s.p99 / 1e3), 1),
            or_dash(of_slices(rounds, Slice.bytes_each)), number(of_slices(rounds, Slice.cpu_micros), 1),
            Ratio.paired(rounds, limit).text()])
    return table(["contender", ":operations/s", ":values/s", ":p50 µs", ":p99 µs", ":B/operation",
                  ":CPU µs/operation", "of the limit (95 % interval)"], rows)
