"""Tables and plots of data files: between the markers of pages, or all in one HTML file."""

import re
from html import escape
from pathlib import Path

from . import compare, machine, plot
from .datafile import DataFile, WrongUse

END = "<!-- /bench -->"
PICTURE = re.compile(r"!\[([^]]*)]\(([^)]*)\)")
# Columns whose numbers are drawn as bars: how many a second, or how long.
DRAWN = re.compile(r"(?!rate).*/s|ns/.*|p99 [µm]s|p50 / p99 µs")
NUMBER = re.compile(r"\**([0-9][0-9,]*(?:\.[0-9]+)?)\**(?: /.*)?")


def section(experiment, docs):
    """Table, plots, and what they were measured with, as lines of Markdown."""
    data = DataFile.read(DataFile.path(docs, experiment.name))
    lines = list(experiment.table(data.figures))
    for each in experiment.plots(data.figures):
        picture = Path(docs, "plots", f"{each.name}.svg")
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text(plot.svg(each), encoding="utf-8")
        lines += ["", f"![{each.title}](plots/{picture.name})"]
    lines += ["", f"`{data.command}`, {data.date}, {machine.in_words(data.before, data.after)}; "
                  f"raw figures in [data/{experiment.name}.json](data/{experiment.name}.json)."]
    for doubt in compare.doubts("read with care", data):
        lines += ["", doubt]
    return lines


def measured(experiments, docs):
    return [experiment for experiment in experiments if DataFile.path(docs, experiment.name).exists()]


def write_pages(experiments, docs):
    """Puts tables between their markers; returns the pages that have them."""
    written = {}
    for experiment in measured(experiments, docs):
        lines = section(experiment, docs)
        for page in sorted(Path(docs).glob("*.md")):
            text = page.read_text(encoding="utf-8")
            marker = f"<!-- bench {experiment.name} -->"
            start = text.find(marker)
            if start >= 0:
                end = text.find(END, start)
                if end < 0:
                    raise WrongUse(f"{page}: {marker} has no {END}")
                page.write_text("\n".join([text[:start] + marker, *lines, text[end:]]), encoding="utf-8")
                written[page] = True
    return list(written)


class Html:
    """One file that needs nothing beside it: no script, no font. The first speed or time of a row is a bar behind it."""

    def __init__(self, docs, doubt=""):
        self.docs, self.doubt = Path(docs), doubt
        self.contents, self.body = [], []

    def add(self, name, title, markdown):
        self.contents.append(f'<li><a href="#{escape(name)}">{escape(title)}</a></li>')
        self.body.append(f'<h2 id="{escape(name)}">{escape(title)}</h2>')
        rows = []
        for line in [*markdown, ""]:
            if line.startswith("|"):
                cells = line[1:line.rindex("|")]
                if not re.fullmatch("[-:|]+", cells):
                    rows.append([cell.strip() for cell in cells.split("|")])
                continue
            self._table(rows)
            rows = []
            self._paragraph(line)

    def _table(self, rows):
        if not rows:
            return
        drawn = next((i for i, head in enumerate(rows[0]) if i and DRAWN.fullmatch(head)), -1)
        most = max(_number(row, drawn) for row in rows)
        self.body.append('<div class="wide"><table>')
        for number, row in enumerate(rows):
            tag = "td" if number else "th"
            cells = "".join(
                f"<{tag}"
                + (f' class="bar" style="background-size:{100 * _number(row, drawn) / most:.1f}% 100%"'
                   if number and column == drawn and most else "")
                + f">{_inline(cell)}</{tag}>" for column, cell in enumerate(row))
            self.body.append(f"<tr>{cells}</tr>")
        self.body.append("</table></div>")

    def _paragraph(self, line):
        picture = PICTURE.fullmatch(line)
        if picture:
            svg = (self.docs / picture.group(2)).read_text(encoding="utf-8")
            self.body.append(f"<figure>{svg[svg.index('<svg'):]}</figure>")
        elif line.startswith("- "):
            self.body.append(f'<p class="doubt">{_inline(line[2:])}</p>')
        elif line.strip():
            self.body.append(f"<p>{_inline(line)}</p>")

    def text(self):
        doubt = [f'<p class="doubt">{escape(self.doubt)}</p>'] if self.doubt else []
        return "\n".join([HEAD, *doubt, "<ul>", *self.contents, "</ul>", *self.body, "</body></html>", ""])


def write_html(experiments, docs, file, doubt=""):
    html = Html(docs, doubt)
    for experiment in experiments:
        html.add(experiment.name, experiment.title, section(experiment, docs))
    try:
        Path(file).absolute().parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text(html.text(), encoding="utf-8")
    except OSError as e:
        raise WrongUse(f"cannot write {file}: {e}") from e


def _number(row, column):
    """0 where a row has none."""
    found = NUMBER.fullmatch(row[column]) if 0 <= column < len(row) else None
    return float(found.group(1).replace(",", "")) if found else 0


def _inline(text):
    text = re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", escape(str(text)))
    text = re.sub("`([^`]*)`", r"<code>\1</code>", text)
    return re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", text)


HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Taktstrom benchmarks</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
h2{margin-top:2.5em;border-top:1px solid #ccc;padding-top:1em}ul{columns:2 26em;padding-left:1.2em}a{color:#0b57a4}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:1em 0;font-size:14px}
th,td{border:1px solid #ccc;padding:.25em .6em;text-align:left}th{background:#f2f2f2}
td:not(:first-child){font-variant-numeric:tabular-nums}tr:hover td{background-color:#f7f7f7}
.bar{background-image:linear-gradient(#cfe3f7,#cfe3f7);background-repeat:no-repeat}
p{color:#555}figure{margin:1em 0}svg{max-width:100%;height:auto}
.doubt{background:#fff3cd;border-left:4px solid #b8860b;padding:.4em .8em;color:#222}
</style></head><body>
<h1>Taktstrom benchmarks</h1>
<p>The contenders of a table run in turns, each in a process of its own, against the same server: a slow phase of the machine
slows all of them. A <b>limit</b> is the same bytes over a bare socket; the last column is the share of it that a contender
reaches, with a 95 % interval. The length of a bar is its number, within its table. Below each table are its command, its
machine and the load; reasons for doubt are yellow.</p>"""
