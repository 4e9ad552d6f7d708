// Puts the parts together.

import { byId, h, mark, say } from './dom.js';
import { link } from './link.js';
import { count, rate, uptime } from './words.js';
import { flow } from './flow.js';
import { points } from './points.js';
import { plot } from './plot.js';
import { books } from './books.js';
import { timing } from './timing.js';
import { events } from './events.js';
import { writing } from './writing.js';

const stream = link({
  overview: onOverview,
  rows: (rows) => table.take(rows),
  past: (past) => chart.begin(past),
  plotted: (now) => chart.add(now),
  events: (list) => log.add(list),
  lost(reason) {
    byId('lost').hidden = false;
    say(byId('lost'), reason);
    document.body.classList.add('is-lost');
  },
  back() {
    byId('lost').hidden = true;
    document.body.classList.remove('is-lost');
    log.begin();
  },
});

const write = writing(byId('write'));
const chart = plot(byId('plot'), byId('legend'), byId('span'), (key) => table.toggle(key));
const table = points(byId('grid'), byId('search'), byId('found'), {
  onView: (view) => stream.show(view),
  onPlot(keys) {
    chart.choose(keys);
    stream.show({ plot: keys });
  },
  onWrite: (row) => write.open(row),
});
const picture = flow(byId('flow'), (search) => table.search(search));
const ledger = books(byId('books'));
const clocks = timing(byId('timing'));
const log = events(byId('events'));

function onOverview(now) {
  say(byId('title'), now.title);
  document.title = `${now.well ? '' : '! '}${now.title} – Taktstrom`;
  say(byId('state'), now.well ? 'All well' : `${now.reasons.length} need${now.reasons.length === 1 ? 's' : ''} attention`);
  mark(byId('state'), 'data-state', now.well ? 'well' : 'unwell');
  say(byId('rate'), rate(now.rate));
  say(byId('count'), count(Object.values(now.points).reduce((sum, n) => sum + n, 0)));
  say(byId('up'), uptime(now.now - now.since));
  byId('attention').hidden = now.well;
  const text = now.reasons.join('\n');
  if (byId('reasons').dataset.text !== text) {
    byId('reasons').dataset.text = text;
    byId('reasons').replaceChildren(...now.reasons.map((reason) => h('li', {}, reason)));
  }
  byId('write-key').hidden = !now.mayWrite;
  table.mayWrite(now.mayWrite);
  picture.show(now.flow);
  ledger.show(now.books);
  clocks.show(now.timings);
}

addEventListener('keydown', (e) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    byId('search').focus();
    byId('search').select();
  }
});
