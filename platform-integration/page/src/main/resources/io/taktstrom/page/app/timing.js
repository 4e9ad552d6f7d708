// Jitter and latency, as histograms.

import { h, mark, s, say } from './dom.js';
import { count, duration } from './words.js';

const BAR = 9;
const HEIGHT = 46;
const BUCKETS = 23;
const MEANING = {
  latency: 'device to here',
  gap: 'between batches',
  jitter: 'jitter of reads',
  lateness: 'reads begin late',
};

export function timing(box) {
  const empty = h('p', { class: 'empty' }, 'No samples with times yet.');
  box.append(empty);
  let rows = new Map();
  let names = '';

  function row(one) {
    const bars = Array.from({ length: BUCKETS }, (_, i) => s('rect', { x: i * BAR, width: BAR - 2, rx: 1 }));
    const svg = s('svg', { class: 'histogram', viewBox: `0 0 ${BUCKETS * BAR} ${HEIGHT + 12}`, role: 'img' }, ...bars,
      s('text', { x: 0, y: HEIGHT + 11 }, '1 µs'), s('text', { x: 9 * BAR, y: HEIGHT + 11 }, '1 ms'), s('text', { x: 18 * BAR, y: HEIGHT + 11 }, '1 s'));
    const numbers = ['median', '99 %', 'longest', '99 % now'].map((text) => {
      const value = h('dd', {});
      return { value, element: h('div', {}, h('dt', {}, text), value) };
    });
    const element = h('div', { class: 'clock' }, h('div', { class: 'what' }, h('bdi', {}, one.where), h('span', {}, MEANING[one.what] ?? one.what)), svg, h('dl', {}, ...numbers.map((n) => n.element)));
    return { element, bars, svg, numbers };
  }

  return {
    show(list) {
      const key = list.map((one) => `${one.where}\n${one.what}`).join('\n\n');
      if (key !== names) {
        names = key;
        rows = new Map(list.map((one) => [`${one.where}\n${one.what}`, row(one)]));
        box.replaceChildren(...(list.length ? [...rows.values()].map((r) => r.element) : [empty]));
      }
      for (const one of list) {
        const { bars, svg, numbers } = rows.get(`${one.where}\n${one.what}`);
        const most = Math.max(1, ...one.buckets);
        bars.forEach((bar, i) => {
          const n = one.buckets[i] ?? 0;
          // Logarithmic: the rare long one is what matters.
          const high = n === 0 ? 0 : Math.max(2, (HEIGHT * Math.log(1 + n)) / Math.log(1 + most));
          mark(bar, 'y', (HEIGHT - high).toFixed(1));
          mark(bar, 'height', high.toFixed(1));
        });
        [one.p50, one.p99, one.max, one.p99Now].forEach((n, i) => say(numbers[i].value, duration(n)));
        mark(svg, 'aria-label', `${one.where}, ${MEANING[one.what] ?? one.what}: ${count(one.count)} measured, median ${duration(one.p50)}, 99 percent up to ${duration(one.p99)}, longest ${duration(one.max)}`);
      }
    },
  };
}
