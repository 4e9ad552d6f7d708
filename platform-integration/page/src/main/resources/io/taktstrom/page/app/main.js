// Puts the parts together.

import { byId, h, mark, say } from './dom.js';
import { keep, wanted } from './address.js';
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
    say(byId('state'), 'Not connected');
    mark(byId('state'), 'data-condition', '');
    document.body.classList.add('is-lost');
  },
  back() {
    byId('lost').hidden = true;
    document.body.classList.remove('is-lost');
    log.begin();
  },
});

const write = writing(byId('write'));
const chart = plot(byId('plot'), byId('legend'), byId('span'), wanted, {
  onRemove: (key) => table.toggle(key),
  onSpan: (seconds) => keep({ seconds }),
});
const table = points(byId('grid'), byId('search'), byId('found'), wanted, {
  onView(view) {
    keep({ search: view.search });
    stream.show(view);
  },
  onPlot(keys) {
    say(byId('plot-hint'), '');
    plotted(keys);
  },
  onFull: (most) => say(byId('plot-hint'), `${most} points at most: take one away first`),
  onWrite: (row) => write.open(row),
});
const picture = flow(byId('flow'), (search) => table.search(search));
const ledger = books(byId('books'));
const clocks = timing(byId('timing'));
const log = events(byId('events'));

function plotted(keys) {
  keep({ plot: keys });
  chart.choose(keys);
  stream.show({ plot: keys });
}
plotted(table.plotted());

function onOverview(now) {
  say(byId('title'), now.title);
  const needs = now.reasons.length + now.moreReasons;
  document.title = `${needs === 0 ? '' : '! '}${now.title} – Taktstrom`;
  say(byId('state'), needs === 0 ? 'All well' : `${needs} need${needs === 1 ? 's' : ''} attention`);
  mark(byId('state'), 'data-condition', now.condition);
  say(byId('rate'), rate(now.rate));
  say(byId('count'), count(Object.values(now.points).reduce((sum, n) => sum + n, 0)));
  say(byId('up'), uptime(now.now - now.since));
  byId('attention').hidden = needs === 0;
  mark(byId('attention'), 'data-condition', now.condition);
  const reasons = now.moreReasons === 0 ? now.reasons : [...now.reasons, `and ${count(now.moreReasons)} more`];
  const text = reasons.join('\n');
  if (byId('reasons').dataset.text !== text) {
    byId('reasons').dataset.text = text;
    byId('reasons').replaceChildren(...reasons.map((reason) => h('li', {}, reason)));
  }
  say(byId('alarms'), alarms(now.alarms));
  byId('write-key').hidden = !now.mayWrite;
  table.mayWrite(now.mayWrite);
  picture.show(now.flow);
  ledger.show(now.books);
  clocks.show(now.timings);
}

function alarms({ rules, active }) {
  if (rules === 0) return 'no alarm rules in the file';
  return `${rules === 1 ? '1 alarm rule' : `${count(rules)} alarm rules`}, ${active === 0 ? 'none raised' : `${count(active)} raised`}`;
}

addEventListener('keydown', (e) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    byId('search').focus();
    byId('search').select();
  }
});
