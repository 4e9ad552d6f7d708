"""Two runs: what has changed between them, with intervals; and what holds on any machine beside the committed figures."""

import math
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .datafile import DataFile, WrongUse
from .stats import NAN, Ratio, Slice, all_slices, median, number, of_slices, slices

COMMITTED = Path("docs", "benchmarks", "data")
BETTER, WORSE, SAME, NOT_CLEAR, TOO_FEW = "**better**", "**worse**", "same", "not clear", "too few rounds"
# For each core, before a run.
MAX_LOAD = 1.5
# Clean rounds; with fewer, dirty ones are better than none.
ENOUGH = 3
# A smaller change is not told from none.
LEAST = 0.02
# Half of a 99.9 % and of a 95 % interval, in standard deviations.
WIDTH_999, WIDTH_95 = 3.29, 1.96
JMH = {"micro", "stream", "codec", "model", "expressions"}
# Figures of lines: kind, what, place, place of what it is for (0: nothing), higher is better.
WORDS = [
    ("paced", "p50 ns", 2, 0, False),
    ("paced", "p99 ns", 3, 0, False),
    ("notified", "received of all", 2, 1, True),
    ("notified", "ns/sample", 4, 2, False),
    ("notified", "CPU ns/sample", 8, 2, False),
    ("subscribed", "CPU ns/value", 7, 1, False),
    ("arrived", "lost", 3, 0, False),
    ("arrived", "delay p99 ns", 7, 0, False),
    ("arrived", "CPU ns/value", 10, 2, False),
    ("delivered", "CPU ns/sample", 5, 2, False),
    ("outage", "ns until all have arrived", 17, 0, False),
]


@dataclass
class Measure:
    """A figure of an experiment by round; error: half of the 99.9 % interval of a single value."""

    name: str
    higher_is_better: bool
    values: list
    error: float = 0
    dirty: int = 0


def measures(data):
    found, lines = [], {}
    for key, figure in data.figures.items():
        if isinstance(figure, list) and figure:
            found += _of_list(key, figure, data.experiment in JMH)
        elif isinstance(figure, str):
            name, line = _line(key, figure)
            lines.setdefault(name, []).append(line)
    for name, repeated in lines.items():
        found += _of_lines(name, repeated)
    return {measure.name: measure for measure in found}


def _line(key, line):
    if line.startswith("paced"):
        # Repetitions of a contender have numbers behind its name.
        return re.sub(r" \d+$", "", key), line
    if line.startswith("notified") and re.match(r"\d+ \d+ \d+ ", key):
        # Rate, samples in a frame, samples in all, contender: a quick run has fewer samples in all.
        rate, per_frame, total, who = key.split(" ", 3)
        return f"{rate} {per_frame} {who}", f"notified {total}{line[len('notified'):]}"
    return key, line


def _of_list(key, figures, jmh):
    if str(figures[0]).startswith("slice "):
        rounds = slices(figures)
        clean = [each for each in rounds if not each.is_dirty()]
        used = clean if len(clean) >= ENOUGH else rounds
        return [Measure(f"{key}, {what}", better, [figure(each) for each in used], 0, len(rounds) - len(clean))
                for what, better, figure in (("operations/s", True, Slice.per_second),
                                             ("CPU µs/operation", False, Slice.cpu_micros),
                                             ("B/operation", False, Slice.bytes_each)) if rounds]
    if not isinstance(figures[0], (int, float)):
        return []
    numbers = [float(figure) if isinstance(figure, (int, float)) else NAN for figure in figures]
    if not jmh:
        return [Measure(key, True, numbers)]
    return [Measure(f"{key}, ns", False, numbers[:1], numbers[1]),
            Measure(f"{key}, B", False, numbers[2:3])] if len(numbers) >= 3 else []


def _of_lines(key, lines):
    kind = lines[0].split(" ")[0]
    found = []
    for _, what, place, per, better in (word for word in WORDS if word[0] == kind):
        values = []
        for words in (line.split(" ") for line in lines if line.startswith(kind + " ")):
            try:
                values.append(float(words[place]) / (max(1, float(words[per])) if per else 1))
            except (ValueError, IndexError):
                continue
        if values:
            found.append(Measure(f"{key}, {what}", better, values))
    return found


def shift(before, now):
    """Now over before, as a ratio; without an interval where there are too few rounds."""
    if re.search(r", B(/operation)?$", before.name) and median(before.values) < 1 and median(now.values) < 1:
        # What a counter adds to thousands of operations.
        return Ratio(1, 1, 1)
    if median(before.values) == 0 or math.isnan(median(before.values)):
        return Ratio(NAN if median(now.values) == 0 or math.isnan(median(before.values)) else math.inf)
    if before.error > 0 and now.error > 0:
        ratio = median(now.values) / median(before.values)
        half = ratio * math.hypot(before.error / before.values[0], now.error / now.values[0]) * WIDTH_95 / WIDTH_999
        return Ratio(ratio, ratio - half, ratio + half)
    if min(len(before.values), len(now.values)) < ENOUGH:
        return Ratio(median(now.values) / median(before.values))
    return Ratio.unpaired(before.values, now.values)


def verdict(ratio, higher_is_better):
    if math.isnan(ratio.median):
        return ""
    if math.isnan(ratio.low) or math.isnan(ratio.high):
        return TOO_FEW
    if ratio.low > 1 + LEAST or ratio.high < 1 - LEAST:
        return BETTER if (ratio.low > 1) == higher_is_better else WORSE
    return SAME if ratio.low > 1 - 2 * LEAST and ratio.high < 1 + 2 * LEAST else NOT_CLEAR


def comparison(before, now):
    """Lines of Markdown for two runs of an experiment."""
    lines = [f"### {now.experiment}", "", f"before: {before.date}, now: {now.date}"]
    lines += [f"- another {fact}: {before.before.get(fact)}, now {now.before.get(fact)}"
              for fact in ("cpu", "cores", "kernel", "java") if before.before.get(fact) != now.before.get(fact)]
    lines += [*doubts("before", before), *doubts("now", now)]
    earlier, later = measures(before), measures(now)
    for which, these, those in (("before", earlier, later), ("now", later, earlier)):
        alone = [name for name in _contenders(these) if name not in _contenders(those)]
        if alone:
            lines.append(f"- {which} only: {'; '.join(alone)}")
    rows = []
    for name, measure in later.items():
        if name in earlier:
            same, ratio = earlier[name], shift(earlier[name], measure)
            text = "-" if math.isnan(ratio.median) else (
                number(ratio.median, 3) if math.isnan(ratio.low) else ratio.text())
            rows.append([name, _figure(same.values), _figure(measure.values), text,
                         verdict(ratio, measure.higher_is_better), f"{same.dirty} / {measure.dirty}"])
    if not rows:
        return [*lines, "", "Nothing that both have can be compared.", ""]
    return [*lines, "", *columns([["what", "before", "now", "now / before (95 %)", "", "dirty rounds before / now"],
                                  *rows]), ""]


def _contenders(found):
    return list(dict.fromkeys(re.sub(", [^,]*$", "", name) for name in found))


def _figure(values):
    value = median(values)
    return number(value, 3 if abs(value) < 100 else 0)


def columns(rows, frame=True):
    """Cells below each other, for a terminal; numbers stand to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    numeric = [all(re.fullmatch("-?[0-9][0-9.,]*", row[i]) for row in rows[1:]) for i in range(len(rows[0]))]
    lines = [[cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, numeric)]
             for row in rows]
    if not frame:
        return ["  ".join(cells).rstrip() for cells in lines]
    rule = "|" + "".join("-" * (width + 1) + (":|" if right else "-|") for width, right in zip(widths, numeric))
    marked = ["| " + " | ".join(cells) + " |" for cells in lines]
    return [marked[0], rule, *marked[1:]]


def dirty(figures):
    """How many slices others spoilt, and how many there are."""
    known = [each for rounds in all_slices(figures).values() for each in rounds if each.steal_ticks >= 0]
    return sum(each.is_dirty() for each in known), len(known)


def doubts(which, run):
    """Why a run is to be read with care: others took much of the machine, or it was busy."""
    found = []
    spoilt, known = dirty(run.figures)
    if spoilt:
        found.append(f"- {which}: in {spoilt} of {known} slices others took more than 2 % of the machine")
    load = re.match(r"[0-9.]+", str(run.before.get("load", "")))
    if load and float(load.group()) > MAX_LOAD * run.before.get("cores", 1):
        found.append(f"- {which}: a load of {float(load.group())} when it began")
    return found


def runs(place):
    """Data files by experiment: of a file, or a folder."""
    place = Path(place)
    if not place.is_dir():
        run = DataFile.read(place)
        return {run.experiment: run}
    folder = place / "data" if (place / "data").is_dir() else place
    found = [DataFile.read(path) for path in sorted(folder.glob("*.json"))]
    if not found:
        raise WrongUse(f"no data file (*.json) in {place}")
    return {run.experiment: run for run in found}


def _last_commit():
    found = {}
    for name in runs(COMMITTED):
        shown = subprocess.run(["git", "show", f"HEAD:./{COMMITTED}/{name}.json"], capture_output=True, text=True)
        if shown.returncode == 0:
            found[name] = DataFile.parse(shown.stdout, f"{name}.json of the last commit")
    return found


def compare(places):
    """Two files or folders; one, with docs/benchmarks; none, docs/benchmarks with its last commit."""
    if len(places) > 2:
        raise WrongUse(f"compare takes at most two places, not {' '.join(map(str, places))}")
    before = runs(places[0]) if places else _last_commit()
    now = runs(places[1]) if len(places) == 2 else runs(COMMITTED)
    lines = []
    for name, run in now.items():
        if name in before and (places or before[name] != run):
            lines += comparison(before[name], run)
    if not lines:
        return [f"No run in {COMMITTED} is newer than the last commit." if not places else
                f"No experiment is in both: before [{', '.join(before)}], now [{', '.join(now)}]."]
    counts = [(sum(bool(re.search(rf"\| {re.escape(word)} +\|", line)) for line in lines), word.strip("*"))
              for word in (WORSE, BETTER, SAME, NOT_CLEAR, TOO_FEW)]
    shown = ", ".join(f"{count} {word}" for count, word in counts if count)
    return [*lines, shown] if shown else lines


class Glance:
    """Bytes of an operation, and its speed as a part of a bare socket's: what other machines have as well."""

    # What a counter, a line of a worker or a compiler at work adds.
    LEAST_BYTES, LEAST_SHARE_OF_BYTES = 8, 0.05
    # What rounds of a quarter of a second do not tell apart.
    LEAST_OF_RATIO = 0.1

    def __init__(self):
        self.rows, self.doubts = [], []

    def add(self, committed, now):
        """The first contender is the limit; what only one run has is left out."""
        before, after = ({name: rounds for name, rounds in all_slices(run.figures).items() if rounds}
                         for run in (committed, now))
        against = self._against(now)
        self.doubts += against
        limit = next(iter(after), "")
        for name, rounds in after.items():
            earlier = before.get(name)
            if name == limit or not earlier:
                continue
            who = f"{now.experiment}, {name}"
            self._bytes(who, earlier, rounds)
            if len(before.get(limit, [])) == len(earlier) and len(after[limit]) == len(rounds):
                then, today = Ratio.paired(earlier, before[limit]), Ratio.paired(rounds, after[limit])
                self.rows.append([who, "speed, of a bare socket's", then.text(2), today.text(2),
                                  NOT_CLEAR if against else self._verdict(then, today)])

    @staticmethod
    def _against(run):
        """The load says nothing: the tests before are still in it. How many threads are runnable does."""
        found = [doubt.removeprefix("- ") for doubt in doubts(run.experiment, run) if "slices" in doubt]
        runnable = max(int(load.group(1)) if load else 0 for load in (
            re.match(r"\S+ \S+ \S+ (\d+)/", str(machine.get("load"))) for machine in (run.before, run.after)))
        if runnable > run.before.get("cores", runnable):
            found.append(f"{run.experiment}: {runnable} threads wanted a processor when nothing was measured")
        return found

    def _bytes(self, who, before, now):
        then, today = of_slices(before, Slice.bytes_each), of_slices(now, Slice.bytes_each)
        least = max(self.LEAST_BYTES, self.LEAST_SHARE_OF_BYTES * then)
        judged = SAME
        if math.isnan(then) or math.isnan(today):
            judged = NOT_CLEAR
        elif today < then - least:
            judged = BETTER
        elif today > then + least:
            # The compiler may have been at work in some of the rounds.
            judged = WORSE if all(each.bytes_each() > then + least for each in now) else NOT_CLEAR
        self.rows.append([who, "bytes for each", number(then), number(today), judged])

    def _verdict(self, before, now):
        if now.high < before.low * (1 - self.LEAST_OF_RATIO):
            return WORSE
        if now.low > before.high * (1 + self.LEAST_OF_RATIO):
            return BETTER
        return SAME if abs(now.median / before.median - 1) < self.LEAST_OF_RATIO else NOT_CLEAR

    def lines(self, failures=()):
        """failures: what could not be measured"""
        if not self.rows:
            return ["nothing of the committed figures was measured"]
        worse = sum(row[-1] == WORSE for row in self.rows)
        rows = [["", "", "committed", "now", ""], *([*row[:-1], row[-1].strip("*")] for row in self.rows)]
        return [*columns(rows, frame=False), *self.doubts,
                "information, no gate: " + (f"{len(failures)} not measured; " if failures else "")
                + (f"{worse} clearly worse; ./takt bench against COMMIT tells since when" if worse
                   else "nothing that was measured is clearly worse" if failures else "nothing is clearly worse")]


def glance(place, failures=()):
    shown = Glance()
    for name, run in runs(place).items():
        if DataFile.path(COMMITTED.parent, name).exists():
            shown.add(DataFile.read(DataFile.path(COMMITTED.parent, name)), run)
    return shown.lines(failures)
