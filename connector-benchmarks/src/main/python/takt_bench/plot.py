"""Bars as SVG, on a logarithmic axis."""

import math
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 420, 80, 210, 40, 70
COLORS = ["#0b57a4", "#e07b00", "#2e8b57", "#b22222", "#7a4fa3", "#6b6b6b", "#c2a000", "#17a2a2", "#d6409f", "#556b2f",
          "#4a90d9", "#f4a460"]
# More than this does not fit side by side below the bars.
MAX_LABEL_CHARACTERS = 90


def svg(plot):
    values = [value for bars in plot.series.values() for value in bars if value > 0]
    low = math.floor(math.log10(min(values, default=1)))
    high = max(low + 1, math.ceil(math.log10(max(values, default=10))))
    right = WIDTH - (RIGHT if len(plot.series) > 1 else 20)
    height = HEIGHT - TOP - BOTTOM

    def y(value):
        return TOP + height * (high - math.log10(value)) / (high - low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
           _text(WIDTH / 2, 20, plot.title, 'text-anchor="middle" font-size="16"'),
           _text(16, TOP + height / 2, plot.axis,
                 f'text-anchor="middle" transform="rotate(-90 16 {TOP + height / 2:.0f})"')]
    for power in range(low, high + 1):
        at = y(10.0 ** power)
        out.append(f'<line x1="{LEFT}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        out.append(_text(LEFT - 6, at + 4, f"{10.0 ** power:,.{max(0, -power)}f}", 'text-anchor="end"'))
    step = (right - LEFT) / max(1, len(plot.categories))
    bar = step * 0.8 / max(1, len(plot.series))
    for number, (name, bars) in enumerate(plot.series.items()):
        color = COLORS[number % len(COLORS)]
        for place, value in enumerate(bars):
            if value > 0:
                top = y(value)
                out.append(f'<rect x="{LEFT + place * step + 0.1 * step + number * bar:.1f}" y="{top:.1f}" '
                           f'width="{bar:.1f}" height="{HEIGHT - BOTTOM - top:.1f}" fill="{color}">'
                           f"<title>{escape(name)}: {value:,.4g}</title></rect>")
        if len(plot.series) > 1:
            at = TOP + 10 + 20 * number
            out.append(f'<rect x="{right + 12}" y="{at - 9}" width="10" height="10" fill="{color}"/>')
            out.append(_text(right + 28, at, name))
    turned = len("".join(plot.categories)) > MAX_LABEL_CHARACTERS
    for place, category in enumerate(plot.categories):
        x, below = LEFT + (place + 0.5) * step, HEIGHT - BOTTOM + 16
        out.append(_text(x, below, category, f'text-anchor="end" transform="rotate(-20 {x:.0f} {below})"' if turned
                         else 'text-anchor="middle"'))
    return "\n".join([*out, "</svg>", ""])


def _text(x, y, text, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{" " + more if more else ""}>{escape(text)}</text>'
