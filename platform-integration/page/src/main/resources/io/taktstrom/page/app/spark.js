// A minute of a point, as small as a word.

import { mark, s } from './dom.js';

const WIDTH = 112;
const HEIGHT = 22;
const SLOTS = 60;

/** An empty one. */
export function spark() {
  const line = s('path', { class: 'spark' });
  const svg = s('svg', { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }, line);
  return { svg, show: (values) => mark(line, 'd', path(values)) };
}

/** A line through what there is; what is missing is a gap. */
function path(values) {
  const numbers = values.filter((v) => typeof v === 'number');
  if (numbers.length === 0) return '';
  const low = Math.min(...numbers);
  const range = Math.max(...numbers) - low;
  const y = (v) => (range === 0 ? HEIGHT / 2 : HEIGHT - 3 - ((v - low) / range) * (HEIGHT - 6));
  let d = '';
  let pen = false;
  values.forEach((v, i) => {
    if (typeof v === 'number') {
      const x = WIDTH - 2 - ((values.length - 1 - i) * (WIDTH - 4)) / (SLOTS - 1);
      d += `${pen ? 'L' : 'M'}${x.toFixed(1)} ${y(v).toFixed(1)}`;
    }
    pen = typeof v === 'number';
  });
  return d;
}
