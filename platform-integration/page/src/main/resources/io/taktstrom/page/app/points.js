// The table of points. Only the rows that can be seen are there, and only those are sent.

import { h, mark, say } from './dom.js';
import { spark } from './spark.js';
import { age, count, rate } from './words.js';

const ROW = 36;
const SPARE = 6;
const MAX_PLOTTED = 8;
const HEADINGS = ['', 'Name', 'Value', 'Unit', 'Status', 'Age', 'Rate', 'Last minute'];

/** @param on onView is told what can be seen, onPlot what is plotted, onWrite of a row to be written */
export function points(box, input, found, on) {
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
  box.append(grid);

  const drawn = [];
  const known = new Map();
  const plotted = [];
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
    while (drawn.length < size) drawn.push(newRow());
    drawn.forEach((row, i) => {
      const index = from + i;
      const isThere = i < size;
      if (row.element.hidden === isThere) row.element.hidden = !isThere;
      if (isThere) row.show(index, known.get(index));
    });
    const current = active >= from && active < from + size ? `row-${active}` : '';
    if (current) mark(grid, 'aria-activedescendant', current);
    else grid.removeAttribute('aria-activedescendant');
  }

  function newRow() {
    const cells = HEADINGS.map((text, i) => h('div', { role: 'gridcell', class: `cell c${i}` }));
    const dot = h('span', { class: 'swatch' });
    const name = h('bdi', { class: 'name' });
    const about = h('bdi', { class: 'about' });
    const trend = spark();
    cells[0].append(dot);
    cells[1].append(name, about);
    cells[7].append(trend.svg);
    const element = h('div', { role: 'row', class: 'row', 'aria-selected': 'false' }, ...cells);
    space.append(element);
    let index = -1;
    element.addEventListener('click', () => {
      active = index;
      const row = known.get(index);
      if (row) toggle(row.key);
    });
    return {
      element,
      show(at, row) {
        index = at;
        mark(element, 'id', `row-${at}`);
        mark(element, 'aria-rowindex', String(at + 2));
        element.style.transform = `translateY(${at * ROW}px)`;
        element.classList.toggle('active', at === active);
        element.classList.toggle('waits', !row);
        const place = row ? plotted.indexOf(row.key) : -1;
        mark(element, 'aria-selected', place >= 0 ? 'true' : 'false');
        mark(dot, 'data-series', place >= 0 ? String(place) : '');
        mark(cells[0], 'aria-label', place >= 0 ? 'plotted' : 'not plotted');
        say(name, row?.name ?? '');
        say(about, row?.about ?? '');
        mark(cells[1], 'title', row ? `${row.name}\n${row.about}` : '');
        say(cells[2], row?.value ?? '');
        mark(cells[2], 'title', row?.value ?? '');
        say(cells[3], row?.unit ?? '');
        say(cells[4], row?.status ?? '');
        mark(cells[4], 'data-severity', row?.severity ?? '');
        say(cells[5], row?.at ? age(now - row.at) : '');
        say(cells[6], row ? `${rate(row.rate)}/s` : '');
        if (!row || row.spark.length) trend.show(row?.spark ?? []);
      },
    };
  }

  function toggle(key) {
    const place = plotted.indexOf(key);
    if (place >= 0) plotted.splice(place, 1);
    else if (plotted.length < MAX_PLOTTED) plotted.push(key);
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
    Enter: () => known.has(active) && toggle(known.get(active).key),
    ' ': () => known.has(active) && toggle(known.get(active).key),
    w: () => writable && known.get(active)?.write && on.onWrite(known.get(active)),
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
      input.value = '';
      searched();
      grid.focus();
    } else if (e.key === 'ArrowDown' || e.key === 'Enter') {
      e.preventDefault();
      grid.focus();
      move(Math.max(0, active));
    }
  });
  new ResizeObserver(() => {
    draw();
    soon();
  }).observe(grid);

  function searched() {
    active = -1;
    known.clear();
    grid.scrollTop = 0;
    soon();
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
      say(found, rows.matched === rows.total ? `${count(rows.total)}` : `${count(rows.matched)} of ${count(rows.total)}`);
      draw();
    },
    toggle,
    search(text) {
      input.value = input.value === text ? '' : text;
      searched();
    },
    mayWrite(may) {
      writable = may;
    },
  };
}
