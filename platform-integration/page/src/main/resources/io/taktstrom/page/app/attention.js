// What is not as it should be, the worst first.

import { h, mark, say } from './dom.js';
import { count, moment } from './words.js';

export function attention(card, list) {
  function item() {
    const text = h('bdi', {});
    const since = h('time', {});
    return { text, since, element: h('li', {}, text, ' ', since) };
  }
  let items = [];

  return {
    show(reasons, more, condition) {
      const all = more === 0 ? reasons : [...reasons, { severity: '', since: 0, text: `and ${count(more)} more` }];
      card.hidden = all.length === 0;
      mark(card, 'data-condition', condition);
      if (all.length !== items.length) {
        items = all.map(item);
        list.replaceChildren(...items.map((one) => one.element));
      }
      // In place: a reader who copies one keeps it.
      all.forEach((reason, i) => {
        const { element, text, since } = items[i];
        mark(element, 'data-condition', reason.severity);
        say(text, reason.text);
        mark(since, 'datetime', new Date(reason.since).toISOString());
        say(since, reason.since === 0 ? '' : `since ${moment(reason.since)}`);
      });
    },
  };
}
