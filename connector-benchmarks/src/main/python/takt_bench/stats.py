"""Slices of contenders, medians, ratios with intervals, and how figures are written."""

import decimal
import math
import statistics
from dataclasses import dataclass

NAN = float("nan")
RESAMPLES = 2000
MAX_STOLEN = 0.02
NANOS_PER_TICK = 1e7


@dataclass
class Slice:
    """What one contender did in one slice of time; -1 is not known."""

    operations: int
    nanos: int
    p50: int
    p99: int
    allocated: int
    cpu_nanos: int
    steal_ticks: int = -1

    @staticmethod
    def parse(line):
        words = line.split()
        if len(words) not in (7, 8) or words[0] != "slice":
            raise ValueError(f"not a slice: {line}")
        return Slice(*map(int, words[1:]))

    def line(self):
        words = [self.operations, self.nanos, self.p50, self.p99, self.allocated, self.cpu_nanos]
        return " ".join(["slice", *map(str, words + ([] if self.steal_ticks < 0 else [self.steal_ticks]))])

    def is_dirty(self):
        """Whether other guests of the host took more than 2 % of the machine."""
        return self.steal_ticks * NANOS_PER_TICK > MAX_STOLEN * self.nanos

    def per_second(self):
        return self.operations * 1e9 / self.nanos

    def nanos_each(self):
        return self.nanos / self.operations

    def bytes_each(self):
        return NAN if self.allocated < 0 else self.allocated / self.operations

    def cpu_micros(self):
        return NAN if self.cpu_nanos < 0 else self.cpu_nanos / 1e3 / self.operations


def slices(lines):
    """The slices of a contender; none if it has others or wrong ones."""
    if not isinstance(lines, list) or not lines or not str(lines[0]).startswith("slice "):
        return []
    try:
        return [Slice.parse(line) for line in lines]
    except ValueError:
        return []


def all_slices(figures):
    return {name: slices(lines) for name, lines in figures.items()}


class SeededRandom:
    """The generator of java.util.Random: published intervals stay reproducible from their raw figures."""

    def __init__(self, seed=42):
        self.state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def index(self, bound):
        while True:
            self.state = (self.state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
            bits = self.state >> 17
            if bound & bound - 1 == 0:
                return bound * bits >> 31
            if bits - bits % bound + bound - 1 < 1 << 31:
                return bits % bound


def median(values):
    values = list(values)
    return NAN if any(math.isnan(value) for value in values) else statistics.median(values)


def _interval(resampled):
    ordered = sorted(resampled)
    return ordered[RESAMPLES // 40], ordered[RESAMPLES - 1 - RESAMPLES // 40]


@dataclass
class Ratio:
    """A ratio with its 95 % interval, from resampled rounds."""

    median: float
    low: float = NAN
    high: float = NAN

    @staticmethod
    def of(ratios):
        random, n = SeededRandom(), len(ratios)
        low, high = _interval(median([ratios[random.index(n)] for _ in range(n)]) for _ in range(RESAMPLES))
        return Ratio(median(ratios), low, high)

    @staticmethod
    def paired(ours, others, figure=Slice.per_second):
        """Round by round."""
        return Ratio.of([_divide(figure(a), figure(b)) for a, b in zip(ours, others)])

    @staticmethod
    def unpaired(before, now):
        """Of medians of two runs whose rounds are no pairs."""
        random = SeededRandom()

        def again(values):
            return median([values[random.index(len(values))] for _ in values])

        low, high = _interval(_divide(again(now), again(before)) for _ in range(RESAMPLES))
        return Ratio(_divide(median(now), median(before)), low, high)

    def text(self, digits=3):
        return f"{number(self.median, digits)} ({number(self.low, digits)} .. {number(self.high, digits)})"


def _divide(a, b):
    return a / b if b else NAN if a == 0 or math.isnan(a) else math.copysign(math.inf, a)


def number(value, digits=0):
    """With separators of thousands, rounded half up."""
    if math.isnan(value) or math.isinf(value):
        return "NaN" if math.isnan(value) else "Infinity"
    exact = decimal.Decimal(repr(value)).quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP)
    return f"{exact:,.{digits}f}"


def or_dash(value, digits=1):
    return "-" if math.isnan(value) else number(value, digits)


def micros(nanos, digits=1):
    return number(int(nanos) / 1e3, digits)


def millis(nanos, digits=1):
    return number(int(nanos) / 1e6, digits)


def of_slices(rounds, figure):
    return median(figure(slice) for slice in rounds)
