// The table of points. Only the rows that can be seen are there, and only those are sent.

import { h, mark, say } from './dom.js';
import { HEADINGS, HEIGHT as ROW, newRow } from './row.js';
import { count } from './words.js';

const SPARE = 6;
const MAX_PLOTTED = 8;

/**
 * @param wanted the search and the plotted points at first
 * @param on onView is told what can be seen, onPlot what is plotted, onFull that no more can be, onWrite of a row to be written
 */
export function points(box, input, found, wanted, on) {
  const header = h('div', { role: 'row', class: 'row header', 'aria-rowindex': 1 });
  HEADINGS.forEach((text, i) =>
    header.append(h('div', { role: 'columnheader', class: `cell c${i}` }, text || h('span', { class: 'unseen' }, 'Plotted'))));
  const space = h('div', { class: 'space', role: 'rowgroup' });
  const grid = h('div', {
    role: 'grid',
    class: 'scroll',
    tabindex: 0,
    'aria-label': 'Points',
    'aria-colcount': HEADINGS.length,
    'aria-multiselectable': 'true',
  }, h('div', { role: 'rowgroup', class: 'headers' }, header), space);
  const why = h('p', {});
  const all = h('button', { type: 'button', class: 'quiet' }, 'Show all points');
  const nothing = h('div', { class: 'empty nothing', hidden: true }, why, all);
  box.append(grid, nothing);

  const drawn = [];
  const known = new Map();
  const plotted = wanted.plot.slice(0, MAX_PLOTTED);
  let matched = 0;
  let active = -1;
  let writable = false;
  let now = 0;
  let asked = '';
  let timer = 0;

  const first = () => Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE);
  const shown = () => Math.ceil(grid.clientHeight / ROW) + 2 * SPARE;

  function ask() {
    const view = { search: input.value, offset: first(), count: Math.min(200, shown()) };
    const text = JSON.stringify(view);
    if (text !== asked) {
      asked = text;
      on.onView(view);
    }
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, 60);
  }

  function draw() {
    const from = first();
    const size = Math.min(shown(), Math.max(0, matched - from));
    while (drawn.length < size) {
      const row = newRow({ onChoose: choose, onWrite: write });
      drawn.push(row);
      space.append(row.element);
    }
    drawn.forEach((row, i) => {
      const index = from + i;
      const isThere = i < size;
      if (row.element.hidden === isThere) row.element.hidden = !isThere;
      if (isThere) {
        const of = known.get(index);
        row.show(index, of, { now, series: of ? plotted.indexOf(of.key) : -1, active: index === active, writable });
      }
    });
    const current = active >= from && active < from + size ? `row-${active}` : '';
    if (current) mark(grid, 'aria-activedescendant', current);
    else grid.removeAttribute('aria-activedescendant');
  }

  function choose(index) {
    active = index;
    if (known.has(index)) toggle(known.get(index).key);
  }

  function write(index) {
    const row = known.get(index);
    if (writable && row?.write) on.onWrite(row);
  }

  function toggle(key) {
    const place = plotted.indexOf(key);
    if (place >= 0) plotted.splice(place, 1);
    else if (plotted.length < MAX_PLOTTED) plotted.push(key);
    else {
      on.onFull(MAX_PLOTTED);
      return;
    }
    draw();
    on.onPlot([...plotted]);
  }

  function move(to) {
    if (matched === 0) return;
    active = Math.max(0, Math.min(matched - 1, to));
    const top = active * ROW;
    const room = grid.clientHeight - header.offsetHeight;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + ROW > grid.scrollTop + room) grid.scrollTop = top + ROW - room;
    draw();
  }

  const page = () => Math.max(1, Math.floor(grid.clientHeight / ROW) - 2);
  const moves = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    PageDown: () => move(active + page()),
    PageUp: () => move(active - page()),
    Home: () => move(0),
    End: () => move(matched - 1),
    Enter: () => choose(active),
    ' ': () => choose(active),
    w: () => write(active),
  };
  grid.addEventListener('keydown', (e) => {
    if (moves[e.key] && !e.ctrlKey && !e.altKey && !e.metaKey) {
      e.preventDefault();
      moves[e.key]();
    }
  });
  grid.addEventListener('scroll', () => {
    draw();
    soon();
  }, { passive: true });
  input.addEventListener('input', () => searched());
  input.addEventListener('keydown', (e) => {
    if (e.key === 'Escape') {
      search('');
      grid.focus();
    } else if (e.key === 'ArrowDown' || e.key === 'Enter') {
      e.preventDefault();
      grid.focus();
      move(Math.max(0, active));
    }
  });
  all.addEventListener('click', () => search(''));
  new ResizeObserver(() => {
    draw();
    soon();
  }).observe(grid);
  input.value = wanted.search;

  function searched() {
    active = -1;
    known.clear();
    grid.scrollTop = 0;
    soon();
  }

  function search(text) {
    input.value = text;
    searched();
  }

  return {
    /** What the server sends of the rows that were asked for. */
    take(rows) {
      now = rows.now;
      if (rows.matched !== matched) {
        matched = rows.matched;
        space.style.height = `${matched * ROW}px`;
        mark(grid, 'aria-rowcount', String(matched + 1));
      }
      const before = new Map(known);
      known.clear();
      rows.rows.forEach((row, i) => {
        const former = before.get(rows.offset + i);
        // Its minute comes only now and then; until the next it stays.
        if (row.spark.length === 0 && former?.key === row.key) row.spark = former.spark;
        known.set(rows.offset + i, row);
      });
      nothing.hidden = matched > 0;
      say(why, rows.total === 0 ? 'No points are sampled yet.' : 'No point matches the search.');
      all.hidden = rows.total === 0;
      say(found, rows.matched === rows.total ? `${count(rows.total)}` : `${count(rows.matched)} of ${count(rows.total)}`);
      draw();
    },
    toggle,
    plotted: () => [...plotted],
    /** The same once more shows all of them again. */
    search: (text) => search(input.value === text ? '' : text),
    mayWrite(may) {
      writable = may;
    },
  };
}
