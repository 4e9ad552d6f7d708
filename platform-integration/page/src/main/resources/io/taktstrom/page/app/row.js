// One row of the table of points, to be filled again and again.

import { h, mark, say } from './dom.js';
import { spark } from './spark.js';
import { age, rate } from './words.js';

export const HEIGHT = 36;
export const HEADINGS = ['', 'Name', 'Value', 'Unit', 'Status', 'Age', 'Rate', 'Last minute'];

/** @param on onChoose is told of a click on the row, onWrite of one on what writes it */
export function newRow(on) {
  const cells = HEADINGS.map((text, i) => h('div', { role: 'gridcell', class: `cell c${i}` }));
  const dot = h('span', { class: 'swatch' });
  const name = h('bdi', { class: 'name' });
  const about = h('bdi', { class: 'about' });
  const value = h('bdi', {});
  // By the keyboard it is w: in a grid, only the grid is a stop of the tabulator.
  const write = h('button', { type: 'button', class: 'quiet write', tabindex: -1, hidden: true }, '✎');
  const trend = spark();
  cells[0].append(dot);
  cells[1].append(name, about, write);
  cells[2].append(value);
  cells[7].append(trend.svg);
  const element = h('div', { role: 'row', class: 'row', 'aria-selected': 'false' }, ...cells);
  let index = -1;
  element.addEventListener('click', () => on.onChoose(index));
  write.addEventListener('click', (e) => {
    e.stopPropagation();
    on.onWrite(index);
  });

  return {
    element,
    /**
     * @param row what the server says of it; undefined before it has said anything
     * @param series its number among those that are plotted; -1 when it is not
     */
    show(at, row, { now, series, active, writable }) {
      index = at;
      mark(element, 'id', `row-${at}`);
      mark(element, 'aria-rowindex', String(at + 2));
      element.style.transform = `translateY(${at * HEIGHT}px)`;
      element.classList.toggle('active', active);
      element.classList.toggle('waits', !row);
      mark(element, 'aria-selected', series >= 0 ? 'true' : 'false');
      mark(dot, 'data-series', series >= 0 ? String(series) : '');
      mark(cells[0], 'aria-label', series >= 0 ? 'plotted' : 'not plotted');
      say(name, row?.name ?? '');
      say(about, row?.about ?? '');
      mark(cells[1], 'title', row ? `${row.name}\n${row.about}` : '');
      say(value, row?.value || (row ? '–' : ''));
      mark(cells[2], 'title', row?.value ?? '');
      write.hidden = !(writable && row?.write);
      mark(write, 'aria-label', `Write ${row?.name ?? ''}`);
      say(cells[3], row?.unit ?? '');
      say(cells[4], row?.status ?? '');
      mark(cells[4], 'data-severity', row?.severity ?? '');
      mark(cells[4], 'title', row?.status ?? '');
      say(cells[5], row?.at ? age(now - row.at) : '–');
      say(cells[6], row ? `${rate(row.rate)}/s` : '');
      if (!row || row.spark.length) trend.show(row?.spark ?? []);
    },
  };
}
