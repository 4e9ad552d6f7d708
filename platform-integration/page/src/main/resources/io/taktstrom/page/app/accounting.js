// What became of every sample.

import { h, mark, say } from './dom.js';
import { count } from './words.js';

const HEADINGS = ['Stream', 'Received', 'Published', 'Waiting', 'Dropped', 'Adds up'];

export function accounting(box) {
  const body = h('tbody');
  box.append(h('table', {}, h('thead', {}, h('tr', {}, ...HEADINGS.map((text, i) => h('th', { scope: 'col', class: i > 0 && i < 5 ? 'number' : '' }, text)))), body));
  let rows = new Map();
  let names = '';

  function row(account) {
    const cells = HEADINGS.slice(1).map((text, i) => h('td', { class: i < 4 ? 'number' : 'sum', 'data-label': text }));
    const bar = h('div', { class: 'share', 'aria-hidden': 'true' }, h('i', { class: 'published' }), h('i', { class: 'waiting' }), h('i', { class: 'dropped' }));
    const reasons = h('small', {});
    const dropped = h('span');
    cells[3].append(dropped, reasons);
    return { element: h('tr', {}, h('th', { scope: 'row' }, h('bdi', {}, account.name), bar), ...cells), cells, dropped, reasons, bar };
  }

  return {
    show(list) {
      const key = list.map((account) => account.name).join('\n');
      if (key !== names) {
        names = key;
        rows = new Map(list.map((account) => [account.name, row(account)]));
        body.replaceChildren(...[...rows.values()].map((one) => one.element));
      }
      for (const account of list) {
        const { cells, dropped, reasons, bar } = rows.get(account.name);
        const lost = Object.values(account.dropped).reduce((sum, n) => sum + n, 0);
        say(cells[0], count(account.received));
        say(cells[1], count(account.published));
        say(cells[2], count(account.buffered));
        say(dropped, count(lost));
        say(reasons, Object.entries(account.dropped).map(([reason, n]) => `${reason} ${count(n)}`).join(', '));
        say(cells[4], account.balanced ? '✓ yes' : '✗ no');
        mark(cells[4], 'data-condition', account.balanced ? 'UP' : 'DOWN');
        const all = Math.max(1, account.received);
        [account.published, account.buffered, lost].forEach((n, i) => {
          bar.children[i].style.width = `${(100 * n) / all}%`;
        });
      }
    },
  };
}
