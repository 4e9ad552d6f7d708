// Writing a value: through the deployment's limits, with the token, said twice.

import { h, say } from './dom.js';
import { send } from './link.js';

export function writing(dialog) {
  const heading = h('h2', { id: 'write-h' });
  const now = h('p', { class: 'hint' });
  const value = h('input', { id: 'write-value', autocomplete: 'off', spellcheck: 'false', required: true });
  const token = h('input', { id: 'write-token', type: 'password', autocomplete: 'off', required: true });
  const result = h('p', { class: 'result', role: 'status' });
  const cancel = h('button', { type: 'button', class: 'quiet' }, 'Close');
  const form = h('form', { method: 'dialog' }, heading, now,
    h('label', { for: 'write-value' }, 'New value'), value,
    h('label', { for: 'write-token' }, 'Token (takt printed it, or it is in your file)'), token,
    result,
    h('div', { class: 'buttons' }, cancel, h('button', { type: 'submit', class: 'strong' }, 'Write to the device')));
  dialog.append(form);
  let point = null;

  cancel.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    say(result, 'Writing …');
    try {
      const answer = await send('/api/write', { name: point.write, value: value.value }, { Authorization: `Bearer ${token.value}` });
      say(result, answer.content.error ?? [answer.content.outcome, answer.content.message ?? answer.content.reason ?? ''].filter(Boolean).join(': '));
    } catch {
      say(result, 'No answer: whether it was written is not known.');
    }
  });

  return {
    open(row) {
      point = row;
      say(heading, row.name);
      say(now, `now ${row.value} ${row.unit}`);
      say(result, '');
      value.value = '';
      dialog.showModal();
      value.focus();
    },
  };
}
