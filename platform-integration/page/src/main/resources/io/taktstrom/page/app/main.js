// Puts the parts together.

import { byId, mark, say } from './dom.js';
import { keep, wanted } from './address.js';
import { link } from './link.js';
import { age, clock, count, rate, uptime } from './words.js';
import { alarms } from './alarms.js';
import { attention } from './attention.js';
import { flow } from './flow.js';
import { points } from './points.js';
import { plot } from './plot.js';
import { accounting } from './accounting.js';
import { timing } from './timing.js';
import { events } from './events.js';
import { writing } from './writing.js';
import { needsLogin, session, showLogin } from './session.js';

const me = await session();
document.body.classList.remove('starting');

/** When the server said last how things are. */
let told = 0;

const stream = link({
  overview: onOverview,
  rows: (rows) => table.take(rows),
  past: (past) => chart.begin(past),
  plotted: (now) => chart.add(now),
  events: (list) => log.add(list),
  lost(reason) {
    byId('lost').hidden = false;
    say(byId('lost'), told === 0 ? reason : `${reason} What you see is of ${clock(told)}.`);
    document.title = '! Not connected – Taktstrom';
    say(byId('state'), 'Not connected');
    mark(byId('state'), 'data-condition', '');
    document.body.classList.add('is-lost');
  },
  async endsAfterLoss() {
    const isOver = await needsLogin();
    if (isOver) showLogin();
    return isOver;
  },
  rests() {
    // A tab in the background must not say that all is well.
    document.title = `Paused – ${byId('title').textContent}`;
  },
  back() {
    byId('lost').hidden = true;
    document.body.classList.remove('is-lost');
    log.begin();
  },
});

const write = writing(byId('write'), !me.users);
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
const needs = attention(byId('attention'), byId('reasons'));
const raised = alarms(byId('open-alarms'), byId('alarm-list'), byId('open-count'), byId('acknowledge-all'), byId('handle'), !me.users);
const picture = flow(byId('flow'), (search) => table.search(search));
const ledger = accounting(byId('accounting'));
const clocks = timing(byId('timing'));
const log = events(byId('events'));

function plotted(keys) {
  keep({ plot: keys });
  chart.choose(keys);
  stream.show({ plot: keys });
}
plotted(table.plotted());

function onOverview(now) {
  told = now.now;
  say(byId('title'), now.title);
  const wrong = now.reasons.length + now.moreReasons;
  document.title = `${wrong === 0 ? '' : '! '}${now.title} – Taktstrom`;
  say(byId('state'), wrong === 0 ? 'All well' : `${now.condition} · ${wrong} need${wrong === 1 ? 's' : ''} attention`);
  mark(byId('state'), 'data-condition', now.condition);
  say(byId('rate'), rate(now.rate));
  say(byId('last'), now.lastGood === 0 ? '–' : age(now.now - now.lastGood));
  say(byId('oldest'), age(now.oldest === 0 ? 0 : now.now - now.oldest));
  say(byId('lost-samples'), count(now.lost));
  mark(byId('losses'), 'data-condition', now.lost === 0 ? 'UP' : 'DEGRADED');
  say(byId('count'), count(Object.values(now.points).reduce((sum, n) => sum + n, 0)));
  say(byId('up'), uptime(now.now - now.since));
  needs.show(now.reasons, now.moreReasons, now.condition);
  say(byId('alarms'), rules(now.alarms));
  raised.show(now.alarms, now.alarms.mayHandle && me.mayWrite);
  const mayWrite = now.mayWrite && me.mayWrite;
  byId('write-key').hidden = !mayWrite;
  table.mayWrite(mayWrite);
  picture.show(now.flow);
  ledger.show(now.accounting);
  clocks.show(now.timings);
}

function rules({ rules: all, active }) {
  if (all === 0) return 'no alarm rules in the file';
  return `${all === 1 ? '1 alarm rule' : `${count(all)} alarm rules`}, ${active === 0 ? 'none raised' : `${count(active)} raised`}`;
}

addEventListener('keydown', (e) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
    e.preventDefault();
    byId('search').focus();
    byId('search').select();
  }
});
