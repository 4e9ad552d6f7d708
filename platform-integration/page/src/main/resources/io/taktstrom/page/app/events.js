// What an operator should know, the newest first.

import { h } from './dom.js';
import { moment } from './words.js';

const MAX = 200;
const KINDS = { raised: '▲ raised', cleared: '✓ cleared', notice: '' };

export function events(box) {
  const empty = h('p', { class: 'empty' }, 'Nothing so far.');
  box.append(empty);
  return {
    /** All of them come again. */
    begin() {
      box.replaceChildren(empty);
    },
    add(list) {
      empty.remove();
      for (const event of list) {
        box.prepend(h('div', { class: 'event', 'data-kind': event.kind, 'data-condition': event.condition },
          h('time', { datetime: new Date(event.at).toISOString() }, moment(event.at)), h('span', { class: 'kind' }, KINDS[event.kind]), h('bdi', {}, event.text)));
      }
      while (box.children.length > MAX) box.lastChild.remove();
    },
  };
}
