// Chosen points over minutes.

import uPlot from '/lib/uplot.js';
import { h, mark, say } from './dom.js';
import { clock, ticks, value } from './words.js';

const SPANS = [[60, '1 min'], [300, '5 min'], [600, '10 min']];
const MIN_HEIGHT = 300;

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * @param wanted how many seconds are shown at first
 * @param on onRemove is told the key of a point that is not to be plotted any more, onSpan how many seconds are to be shown
 */
export function plot(box, legend, choice, wanted, on) {
  let keys = [];
  let series = [];
  let data = [[]];
  let chart = null;
  let span = SPANS.find(([seconds]) => seconds === wanted.seconds)?.[0] ?? 300;
  let end = 0;
  const hint = h('p', { class: 'empty' }, 'Choose points in the table: click them, or press Enter.');
  box.append(hint);

  const buttons = SPANS.map(([seconds, text]) => {
    const button = h('button', { type: 'button', class: 'quiet' }, text);
    button.addEventListener('click', () => {
      span = seconds;
      on.onSpan(seconds);
      press();
      draw();
    });
    choice.append(button);
    return [seconds, button];
  });
  function press() {
    buttons.forEach(([seconds, button]) => mark(button, 'aria-pressed', String(seconds === span)));
  }
  press();

  function build() {
    if (chart) chart.destroy();
    chart = null;
    hint.hidden = series.length > 0;
    if (series.length === 0) return;
    // What has no unit has nothing in common with others, and a scale of its own.
    const scaleOf = (one) => one.unit || one.key;
    const shared = [...new Set(series.map(scaleOf))];
    const axis = { stroke: () => css('--dim'), grid: { stroke: () => css('--grid'), width: 1 }, ticks: { stroke: () => css('--grid'), width: 1 }, font: '12px system-ui' };
    const scales = { x: { time: true, range: () => [end - span, end] } };
    shared.forEach((scale, i) => {
      scales[`y${i}`] = { range: (u, low, high) => padded(low, high) };
    });
    const options = {
      width: box.clientWidth,
      height: height(),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 7 } },
      scales,
      series: [{}, ...series.map((one, i) => ({ scale: `y${shared.indexOf(scaleOf(one))}`, stroke: () => css(`--series${i}`), width: 1.6, spanGaps: false, points: { show: false } }))],
      axes: [
        { ...axis, values: (u, seconds) => seconds.map((at) => clock(at * 1000)), space: 90 },
        ...shared.slice(0, 2).map((scale, i) => ({ ...axis, stroke: colour(series.filter((one) => scaleOf(one) === scale)), scale: `y${i}`, side: i === 0 ? 3 : 1, values: (u, at, axisAt, space, step) => ticks(at, step), size: (u, texts) => room(texts), label: series.find((one) => scaleOf(one) === scale).unit || undefined, labelSize: 18, labelFont: '12px system-ui', grid: { ...axis.grid, show: i === 0 } })),
      ],
      hooks: { setCursor: [read], draw: [read] },
    };
    chart = new uPlot(options, data, box);
    chart.root.setAttribute('aria-hidden', 'true');
  }

  /** The axis of a single line has its colour. */
  const colour = (lines) => () => css(lines.length === 1 ? `--series${series.indexOf(lines[0])}` : '--dim');

  const room = (texts) => Math.max(62, 26 + 7 * Math.max(0, ...(texts ?? []).map((text) => text.length)));

  const height = () => Math.max(MIN_HEIGHT, box.clientHeight);

  function padded(low, high) {
    if (low === null || high === null || !Number.isFinite(low)) return [0, 1];
    const pad = low === high ? Math.abs(low) * 0.1 || 1 : (high - low) * 0.08;
    return [low - pad, high + pad];
  }

  /** The values under the cursor, else the latest; and between what they were as far as can be seen: so each line has its scale. */
  function read() {
    const at = chart?.cursor.idx ?? data[0].length - 1;
    const from = Math.max(0, data[0].findIndex((x) => x >= end - span));
    [...legend.children].forEach((item, i) => {
      const seen = data[i + 1].slice(from).filter((v) => v !== null);
      say(item.querySelector('.range'), seen.length === 0 ? '' : `${value(Math.min(...seen))} to ${value(Math.max(...seen))}`);
      say(item.querySelector('.now'), `${value(data[i + 1][at] ?? NaN)}${series[i].unit ? ` ${series[i].unit}` : ''}`);
    });
  }

  function draw() {
    if (chart) chart.setData(data);
  }

  function list() {
    legend.replaceChildren(...series.map((one, i) => {
      const remove = h('button', { type: 'button', class: 'quiet', 'aria-label': `Do not plot ${one.name}` }, '×');
      remove.addEventListener('click', () => on.onRemove(one.key));
      return h('li', {}, h('span', { class: 'swatch', 'data-series': i }), h('bdi', { class: 'name', title: one.name }, one.name), h('span', { class: 'range' }), h('span', { class: 'now' }), remove);
    }));
  }

  new ResizeObserver(() => chart?.setSize({ width: box.clientWidth, height: height() })).observe(box);
  addEventListener('theme', () => chart?.redraw(false));

  return {
    /** Other points; what they were comes soon. */
    choose(next) {
      keys = next;
      if (keys.length === 0) {
        series = [];
        data = [[]];
        build();
        list();
      }
    },
    /** What the points were so far. */
    begin(past) {
      // One that is not sampled any more stays in the legend, where it can be taken away.
      series = keys.map((key) => past.series.find((one) => one.key === key) ?? { key, name: key, unit: '', values: [] });
      const length = Math.max(0, ...series.map((one) => one.values.length));
      end = past.now / 1000;
      data = [Array.from({ length }, (_, i) => end - (length - 1 - i)), ...series.map((one) => Array.from({ length }, (_, i) => number(one.values[i])))];
      build();
      list();
      draw();
    },
    /** What they are now. */
    add(now) {
      if (series.length === 0) return;
      end = now.now / 1000;
      data[0].push(end);
      series.forEach((one, i) => data[i + 1].push(number(now.values[now.keys.indexOf(one.key)])));
      const old = data[0].findIndex((x) => x >= end - 620);
      if (old > 200) data = data.map((column) => column.slice(old));
      draw();
    },
  };
}

const number = (v) => (typeof v === 'number' ? v : null);
