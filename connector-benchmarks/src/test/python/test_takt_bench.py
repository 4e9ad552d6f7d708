"""Tests of takt_bench: python3 -m unittest, with src/main/python in PYTHONPATH."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

from takt_bench import __main__ as bench
from takt_bench import compare, jmh, plot, report, stats
from takt_bench.datafile import DataFile, WrongUse
from takt_bench.experiment import FULL, Plot
from takt_bench.processes import Failed, Server, Worker, last_line, paired
from takt_bench.stats import Ratio, SeededRandom, Slice, number

HALF_A_SECOND = 500_000_000
MACHINE = {"cpu": "x", "cores": 2, "load": "0.10 0.10 0.10 1/100 7"}


def data(figures, experiment="sinks-mqtt", machine=None):
    machine = MACHINE if machine is None else machine
    return DataFile(experiment, "2026-11-22T12:00:00Z", "./takt bench run x", machine, machine, figures)


def lines(*operations, bytes_each=8, steal=0):
    return [Slice(count, HALF_A_SECOND, 1, 2, bytes_each * count, 1_000 * count, steal).line() for count in operations]


def rounds(*operations):
    return data({"taktstrom": lines(*operations)})


class Case(unittest.TestCase):
    def row(self, lines_, what):
        found = [re.sub(" +", " ", line) for line in lines_ if re.sub(" +", " ", line).startswith(what)]
        self.assertTrue(found, f"no row of {what} in {lines_}")
        return found[0]

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)


class StatisticsTest(Case):
    def test_numbers_are_rounded_half_up_with_separators(self):
        self.assertEqual(["1,234.57", "0.13", "3", "NaN"],
                         [number(1234.565, 2), number(0.125, 2), number(2.5), number(float("nan"))])

    def test_the_generator_is_that_of_java(self):
        # new java.util.Random(42).nextInt(10), ten times
        random = SeededRandom(42)
        self.assertEqual([0, 3, 8, 4, 0, 5, 5, 8, 9, 3], [random.index(10) for _ in range(10)])

    def test_a_ratio_of_equal_rounds_is_one(self):
        taken = [Slice.parse(line) for line in lines(1_000, 1_010, 990)]
        self.assertEqual("1.000 (1.000 .. 1.000)", Ratio.paired(taken, taken).text())

    def test_a_slice_is_read_as_it_is_written_and_others_are_refused(self):
        for line in ("slice 1 2 3 4 5 6", "slice 1 2 3 4 5 6 7"):
            self.assertEqual(line, Slice.parse(line).line())
        for line in ("slice 1 2 3", "run 1 2 3 4 5 6"):
            with self.assertRaises(ValueError):
                Slice.parse(line)
        self.assertEqual([], stats.slices(["slice 1"]))


class ComparisonTest(Case):
    def of(self, before, now, what="| taktstrom, operations/s"):
        return self.row(compare.comparison(before, now), what)

    def test_a_run_that_is_a_third_faster_is_better_with_its_interval(self):
        row = self.of(rounds(1_000, 1_010, 990, 1_005, 995), rounds(1_500, 1_510, 1_490, 1_505, 1_495))
        self.assertIn("| 2,000 | 3,000 | 1.500 (1.4", row)
        self.assertIn("**better**", row)

    def test_more_time_for_an_operation_is_worse(self):
        row = self.of(data({"fill": [2.0, 0.05, 0.0]}, "micro"), data({"fill": [3.0, 0.05, 0.0]}, "micro"), "| fill, ns")
        self.assertIn("1.500 (1.4", row)
        self.assertIn("**worse**", row)

    def test_runs_that_scatter_more_than_they_differ_are_not_clear(self):
        self.assertIn("not clear", self.of(rounds(500, 1_000, 1_500, 700, 1_300), rounds(1_100, 600, 1_600, 800, 1_400)))

    def test_equal_runs_are_the_same(self):
        run = rounds(1_000, 1_001, 1_002, 1_000)
        self.assertIn("| same |", self.of(run, run))

    def test_one_figure_of_each_is_not_judged(self):
        row = self.of(data({"gather 1": "paced 500 10 20 30 40"}), data({"gather 1": "paced 500 10 40 50 60"}),
                      "| gather, p99 ns")
        self.assertIn("| 20.000 | 40.000 | 2.000 | too few rounds |", row)

    def test_dirty_rounds_are_counted_and_left_out(self):
        now = data({"taktstrom": lines(1_000, 1_000, 1_000) + lines(100, 100, steal=40)})
        shown = compare.comparison(rounds(1_000, 1_000, 1_000, 1_000), now)
        self.assertIn("| same | 0 / 2 |", self.row(shown, "| taktstrom, operations/s"))
        self.assertIn("- now: in 2 of 5 slices others took more than 2 % of the machine", shown)

    def test_a_busy_or_another_machine_is_named(self):
        now = data({"taktstrom": lines(1_000)}, machine={"cpu": "y", "cores": 2, "load": "7.50 3.00 1.00 1/100 7"})
        shown = compare.comparison(rounds(1_000), now)
        self.assertIn("- another cpu: x, now y", shown)
        self.assertIn("- now: a load of 7.5 when it began", shown)

    def test_figures_that_cannot_be_compared_are_left_out(self):
        strange = data({"taktstrom": ["slice 1 2 3"], "b": "paced 1", "c": [], "d": {"e": 1}, "f": "paced x y z"})
        for before, now in ((strange, strange), (data({"a": "failed: b"}), rounds(1_000))):
            self.assertIn("Nothing that both have can be compared.", compare.comparison(before, now))

    def test_a_thousandth_of_a_byte_is_no_change(self):
        row = self.of(data({"fill": [2.0, 0.05, 0.001]}, "micro"), data({"fill": [2.0, 0.05, 0.9]}, "micro"), "| fill, B")
        self.assertIn("| 0.001 | 0.900 | 1.000 (1.000 .. 1.000) | same |", row)

    def test_contenders_of_one_run_alone_are_named(self):
        before = data({"taktstrom": lines(1_000), "pyads": lines(10)})
        self.assertIn("- before only: pyads", compare.comparison(before, rounds(1_000)))

    def test_a_quick_run_of_notifications_is_compared_with_a_long_one(self):
        shown = compare.comparison(
            data({"0 1 250000 we": "notified 250000 0 125000000 1 2 0.0 250000000 0"}, "ads-notify"),
            data({"0 1 25000 we": "notified 24000 0 24000000 1 2 0.0 48000000 0"}, "ads-notify"))
        self.assertIn("| 1.000 | 0.960 |", self.row(shown, "| 0 1 we, received of all"))
        self.assertIn("| 500 | 1,000 | 2.000 |", self.row(shown, "| 0 1 we, ns/sample"))
        self.assertIn("| 1,000 | 2,000 |", self.row(shown, "| 0 1 we, CPU ns/sample"))

    def test_columns_are_aligned(self):
        table = [line for line in compare.comparison(rounds(1_000), rounds(1_000)) if line.startswith("|")]
        self.assertEqual((5, 1), (len(table), len({len(line) for line in table})))

    def test_folders_and_files_are_compared_by_experiment_and_counted(self):
        before, now = self.folder(), self.folder()
        rounds(1_000, 1_000, 1_000).write(before)
        rounds(2_000, 2_000, 2_000).write(now)
        shown = compare.compare([before, now])
        self.assertIn("2.000 (2.000 .. 2.000) | **better** |", self.row(shown, "| taktstrom, operations/s"))
        # Half a second of the machine and 8 bytes each: less time for one operation, as many bytes.
        self.assertEqual("1 better, 2 same", shown[-1])
        self.assertIn("### sinks-mqtt", compare.compare([before / "data" / "sinks-mqtt.json", now]))

    def test_runs_that_have_nothing_in_common_list_what_they_have(self):
        before, now = self.folder(), self.folder()
        rounds(1_000).write(before)
        data({"taktstrom": lines(1_000)}, "s7-read").write(now)
        self.assertEqual(["No experiment is in both: before [sinks-mqtt], now [s7-read]."], compare.compare([before, now]))

    def test_other_files_are_refused(self):
        folder = self.folder()
        (folder / "empty").mkdir()
        (folder / "text.json").write_text("hello")
        (folder / "list.json").write_text("[]")
        for why, places in (("text.json is not a data file of ./takt bench", ["text.json"]),
                            ("list.json has no figures of an experiment", ["list.json"]),
                            ("no data file (*.json) in", ["empty"]), ("file not found", ["none"]),
                            ("compare takes at most two places", ["text.json"] * 3)):
            with self.assertRaisesRegex(WrongUse, re.escape(why)):
                compare.compare([folder / place for place in places])

    def test_a_file_may_lack_its_machine(self):
        file = self.folder() / "a.json"
        file.write_text('{"experiment":"a","figures":{},"newer":1}')
        self.assertEqual(DataFile("a", "unknown", "unknown", {}, {}, {}), DataFile.read(file))


FAST, HALF_AS_FAST = (lines(*counts, bytes_each=0) for counts in ((1_000, 1_010, 990, 1_000), (500, 505, 495, 500)))


class GlanceTest(Case):
    def glance(self, committed, now, load="5.10 3.00 1.00 1/100 7"):
        shown = compare.Glance()
        shown.add(*(data(dict(zip(("limit", "taktstrom"), figures)), "s7-read", {"cores": 2, "load": load})
                    for figures in (committed, now)))
        return shown.lines()

    def verdict(self, committed, now, what, **more):
        return next(line for line in self.glance(committed, now, **more) if what in line).rsplit("  ", 1)[1].strip()

    def test_a_machine_that_is_half_as_fast_is_no_regression(self):
        shown = self.glance((FAST, FAST), (HALF_AS_FAST, HALF_AS_FAST))
        self.assertRegex(self.row(shown, "s7-read, taktstrom speed"), "bare socket's 1.00 .* same$")
        self.assertEqual("information, no gate: nothing is clearly worse", shown[-1])

    def test_a_part_that_failed_is_said_and_is_not_called_fine(self):
        shown = compare.Glance()
        shown.add(*(data(dict(zip(("limit", "taktstrom"), (FAST, FAST))), "s7-read", {"cores": 2, "load": "0 0 0 1/1 7"}) for _ in range(2)))
        self.assertEqual("information, no gate: 1 not measured; nothing that was measured is clearly worse",
                         shown.lines(["ads-read: the simulator ended"])[-1])

    def test_the_distance_to_the_bare_socket_is_judged(self):
        self.assertEqual("worse", self.verdict((FAST, FAST), (FAST, HALF_AS_FAST), "bare socket"))
        self.assertIn("1 clearly worse; ./takt bench against COMMIT", self.glance((FAST, FAST), (FAST, HALF_AS_FAST))[-1])
        self.assertEqual("better", self.verdict((FAST, HALF_AS_FAST), (FAST, FAST), "bare socket"))
        scattered = lines(1_100, 300, 1_000, 450, bytes_each=0)
        self.assertEqual("not clear", self.verdict((FAST, FAST), (FAST, scattered), "bare socket"))

    def test_bytes_are_judged(self):
        def of(*bytes_each):
            return [lines(1_000, bytes_each=each)[0] for each in bytes_each]

        for committed, now, verdict in (([0] * 4, [24] * 3, "worse"), ([0] * 4, [0, 90, 80], "not clear"),
                                        ([2_800] * 2, [2_700] * 2, "same"), ([2_800] * 2, [900] * 2, "better")):
            self.assertEqual(verdict, self.verdict((FAST, of(*committed)), (FAST, of(*now)), "bytes"))

    def test_ratios_of_a_busy_machine_are_not_clear_and_bytes_are(self):
        stolen = lines(500, 505, 495, bytes_each=0, steal=40)
        self.assertEqual("not clear", self.verdict((FAST, FAST), (FAST[:3], stolen), "bare socket"))
        self.assertIn("s7-read: in 3 of 6 slices others took more than 2 % of the machine",
                      self.glance((FAST, FAST), (FAST[:3], stolen)))
        busy = {"load": "0.10 0.10 0.10 3/100 7"}
        slower = lines(500, 500, 500, 500, bytes_each=24)
        self.assertEqual("not clear", self.verdict((FAST, FAST), (FAST, slower), "bare socket", **busy))
        self.assertEqual("worse", self.verdict((FAST, FAST), (FAST, slower), "bytes", **busy))
        self.assertIn("s7-read: 3 threads wanted a processor when nothing was measured",
                      self.glance((FAST, FAST), (FAST, slower), **busy))

    def test_what_is_not_committed_is_left_out(self):
        self.assertEqual(["nothing of the committed figures was measured"],
                         self.glance(([], ["slice 1"]), (FAST, FAST)))


class ReportTest(Case):
    def html(self, *markdown, docs="."):
        html = report.Html(docs)
        html.add("s7-read", "One DINT", markdown)
        return html.text()

    def test_a_table_has_a_head_and_bars_behind_its_first_speed(self):
        text = self.html("| client | reads/s |", "|---|---:|", "| we | **9** |", "| they | 3 |")
        self.assertIn("<tr><th>client</th><th>reads/s</th></tr>", text)
        self.assertIn('<td class="bar" style="background-size:100.0% 100%"><b>9</b></td>', text)
        self.assertIn('style="background-size:33.3% 100%">3</td>', text)

    def test_text_is_escaped_and_doubts_are_marked(self):
        text = self.html("a <b> & `code`, [data](data/x.json)", "- in 2 of 5 slices")
        self.assertIn("<p>a &lt;b&gt; &amp; <code>code</code>, data</p>", text)
        self.assertIn('<p class="doubt">in 2 of 5 slices</p>', text)

    def test_pictures_are_in_the_file_and_nothing_is_loaded(self):
        docs = self.folder()
        (docs / "a.svg").write_text(plot.svg(Plot("a", "Title", "µs", ["x", "y"], {"we": [1, 100], "they": [float("nan"), 3]})))
        text = self.html("![Title](a.svg)", docs=docs)
        self.assertIn("<figure><svg", text)
        self.assertNotRegex(text, r"(src|href)=\"(?!#)|<script|<link")
        self.assertEqual(3, text.count("<title>") - 1)

    def test_tables_replace_what_is_between_their_markers(self):
        docs = self.folder()
        data({"Bench.part": [2.5, 0.1, 0.0]}, "micro").write(docs)
        page = docs / "page.md"
        page.write_text("before\n<!-- bench micro -->\nold\n<!-- /bench -->\nafter\n")
        self.assertEqual([page], report.write_pages(bench.EXPERIMENTS, docs))
        text = page.read_text()
        self.assertNotIn("old", text)
        self.assertIn("<!-- bench micro -->\n| benchmark | ns/sample |", text)
        self.assertTrue(text.endswith("\n<!-- /bench -->\nafter\n"))

    def test_a_suite_of_jmh_tells_what_its_figures_are_of(self):
        self.assertEqual(["sample", "sample", "evaluation", "value", "point"], [
            re.search(r"ns/(\w+)", suite.table({})[0]).group(1) for suite in jmh.EXPERIMENTS])
        run = data({"Bench.part": [2.5, "NaN", 0.0]}, "codec")
        self.assertIn("| 2.500 | 2.500 |", self.row(compare.comparison(run, run), "| Bench.part, ns"))
        for suite in jmh.EXPERIMENTS:
            self.assertIn(suite.name, compare.JMH)

    def test_every_published_table_is_made_of_its_raw_figures(self):
        docs = Path(__file__).resolve().parents[4] / "docs" / "benchmarks"
        for experiment in report.measured(bench.EXPERIMENTS, docs):
            with self.subTest(experiment.name):
                table = experiment.table(DataFile.read(DataFile.path(docs, experiment.name)).figures)
                pages = [page.read_text(encoding="utf-8") for page in docs.glob("*.md")]
                self.assertTrue(any(f"<!-- bench {experiment.name} -->\n" + "\n".join(table) in page for page in pages))
        files = {path.stem for path in (docs / "data").glob("*.json")}
        self.assertEqual(set(), files - set(bench.BY_NAME))


FAKE = """
import sys
print("noise"); print("ready", flush=True)
for line in sys.stdin:
    if sys.argv[1] == "dies": sys.exit(1)
    print("slice 10 1000 1 2 0 5", flush=True)
"""


class ProcessesTest(Case):
    def command(self, *arguments):
        return [sys.executable, "-c", FAKE, *arguments]

    def test_rounds_alternate_and_one_that_fails_is_left_out(self):
        failures, progress = {}, []
        with Worker("well", self.command("well")) as well, Worker("ill", self.command("dies")) as ill:
            taken = paired([well, ill], 3, 1, 1, progress.append, failures)
        self.assertEqual(["well"], list(taken))
        self.assertEqual([10] * 3, [Slice.parse(line).operations for line in taken["well"]])
        self.assertIn("ill ended or did not answer", failures["ill"])
        with Worker("ill", self.command("dies")) as ill, self.assertRaises(Failed):
            paired([ill], 1, 1, 1, progress.append)

    def test_programs_that_do_not_get_ready_are_named(self):
        for start in (lambda command: Worker("x", command), Server):
            with self.assertRaisesRegex(Failed, "ready"):
                start([sys.executable, "-c", "print('hello')"])
        with self.assertRaisesRegex(Failed, "boom"):
            last_line("paced ", [sys.executable, "-c", "import sys; sys.exit('boom')"])


class CommandTest(Case):
    def test_names_are_distinct_and_wrong_words_are_refused(self):
        self.assertEqual(len(bench.EXPERIMENTS), len(bench.BY_NAME))
        for verb, words in (("nonsense", []), ("run", ["nonsense"]), ("report", ["--pdf"])):
            with self.assertRaises(WrongUse):
                bench.execute(verb, words, lambda line: None)

    def test_an_experiment_that_fails_is_named_and_the_others_go_on(self):
        folder = self.folder()

        class Broken(jmh.Micro):
            def run(self, effort, progress):
                raise Failed("no server")

        class Fine(jmh.Micro):
            def run(self, effort, progress):
                return {"a": [1.0, float("nan"), 0.0]}

        failures = bench.run([Broken("broken", "", 1, 1, "x"), Fine("fine", "", 1, 1, "x")], FULL, folder, lambda line: None)
        self.assertEqual(["broken (no server)"], failures)
        self.assertEqual([1.0, "NaN", 0.0], DataFile.read(DataFile.path(folder, "fine")).figures["a"])


if __name__ == "__main__":
    unittest.main()
