// Alarms that are raised, not acknowledged or shelved, and what an operator makes of them.

import { h, mark, say } from './dom.js';
import { send } from './link.js';
import { count, moment } from './words.js';

const TIMES = { '15m': '15 minutes', '1h': '1 hour', '4h': '4 hours', '8h': '8 hours', '24h': '24 hours' };
const HEADINGS = { acknowledge: 'Acknowledge', shelve: 'Shelve', unshelve: 'Unshelve' };

export function alarms(card, list, hint, everything, dialog, needsToken) {
  const items = new Map();
  const ask = asking(dialog, needsToken);
  let may = false;

  everything.addEventListener('click', () => ask('acknowledge', '**', 'all alarms'));

  function item(name) {
    const [state, text, about] = [h('b', {}), h('bdi', {}), h('span', { class: 'about' })];
    const button = (action) => {
      const one = h('button', { type: 'button', class: 'quiet', 'aria-label': `${HEADINGS[action]} ${name}` }, HEADINGS[action]);
      one.addEventListener('click', () => ask(action, name, name));
      return one;
    };
    const buttons = { acknowledge: button('acknowledge'), shelve: button('shelve'), unshelve: button('unshelve') };
    const element = h('li', {}, h('span', { class: 'what' }, state, ' ', text, about), h('span', { class: 'buttons' }, ...Object.values(buttons)));
    return { element, state, text, about, buttons };
  }

  function show(one, alarm) {
    mark(one.element, 'data-condition', alarm.active && alarm.shelvedUntil === 0 ? alarm.severity : '');
    say(one.state, alarm.active ? `▲ ${alarm.name}` : `✓ ${alarm.name}`);
    say(one.text, alarm.text);
    say(one.about, [
      `${alarm.active ? 'raised' : 'cleared'} since ${moment(alarm.since)}`,
      alarm.acknowledged ? alarm.by && `acknowledged by ${alarm.by}${alarm.comment && `: ${alarm.comment}`}` : 'not acknowledged',
      alarm.shelvedUntil !== 0 && `shelved until ${moment(alarm.shelvedUntil)} by ${alarm.shelvedBy}`,
    ].filter(Boolean).join(' · '));
    one.buttons.acknowledge.hidden = !may || alarm.acknowledged;
    one.buttons.shelve.hidden = !may || alarm.shelvedUntil !== 0;
    one.buttons.unshelve.hidden = !may || alarm.shelvedUntil === 0;
  }

  return {
    show({ open, more }, mayHandle) {
      may = mayHandle;
      card.hidden = open.length === 0;
      const waiting = open.filter((alarm) => !alarm.acknowledged).length;
      say(hint, `${more === 0 ? '' : `${count(more)} more; `}${waiting === 0 ? 'all acknowledged' : `${count(waiting)} not acknowledged`}`);
      everything.hidden = !may || waiting < 2;
      const names = new Set(open.map((alarm) => alarm.name));
      const hadFocus = list.contains(document.activeElement);
      for (const [name, one] of items) {
        if (!names.has(name)) {
          one.element.remove();
          items.delete(name);
        }
      }
      open.forEach((alarm, i) => {
        if (!items.has(alarm.name)) items.set(alarm.name, item(alarm.name));
        const one = items.get(alarm.name);
        show(one, alarm);
        // In place: a button that has the focus keeps it.
        if (list.children[i] !== one.element) list.insertBefore(one.element, list.children[i] ?? null);
      });
      if (hadFocus && !list.contains(document.activeElement)) list.focus();
    },
  };
}

/** The dialog for a comment, how long, and the token where there are no users. */
function asking(dialog, needsToken) {
  const heading = h('h2', { id: 'handle-h' });
  const time = h('select', { id: 'handle-time' }, ...Object.entries(TIMES).map(([value, text]) => h('option', { value }, text)));
  const timeLabel = h('label', { for: 'handle-time' }, 'For how long');
  const comment = h('input', { id: 'handle-comment', autocomplete: 'off', maxlength: '500' });
  const token = h('input', { id: 'handle-token', type: 'password', autocomplete: 'off', required: needsToken });
  const result = h('p', { class: 'result', role: 'status' });
  const cancel = h('button', { type: 'button', class: 'quiet' }, 'Close');
  const submit = h('button', { type: 'submit', class: 'strong' });
  dialog.append(h('form', { method: 'dialog' }, heading, timeLabel, time,
    h('label', { for: 'handle-comment' }, 'Comment (optional)'), comment,
    ...(needsToken ? [h('label', { for: 'handle-token' }, 'Token (takt printed it, or it is in your file)'), token] : []),
    result, h('div', { class: 'buttons' }, cancel, submit)));
  let wish = null;

  cancel.addEventListener('click', () => dialog.close());
  dialog.firstChild.addEventListener('submit', async (e) => {
    e.preventDefault();
    tell('', '');
    const what = { ...wish, comment: comment.value, time: wish.action === 'shelve' ? time.value : '' };
    try {
      const answer = await send('/api/alarms', what, needsToken ? { Authorization: `Bearer ${token.value}` } : {});
      if (answer.code === 200) return dialog.close();
      tell(answer.content.error, 'DOWN');
    } catch {
      tell('No answer: whether it was done is not known.', 'DOWN');
    }
  });

  function tell(text, condition) {
    say(result, text);
    mark(result, 'data-condition', condition);
  }

  return (action, names, shown) => {
    wish = { action, alarms: names };
    say(heading, `${HEADINGS[action]} ${shown}`);
    say(submit, HEADINGS[action]);
    time.hidden = action !== 'shelve';
    timeLabel.hidden = time.hidden;
    comment.value = '';
    tell('', '');
    dialog.showModal();
    (time.hidden ? comment : time).focus();
  };
}
