// Writing a value: through the deployment's limits, by a user or with the token, said twice.

import { h, mark, say } from './dom.js';
import { send } from './link.js';

export function writing(dialog, needsToken) {
  const heading = h('h2', { id: 'write-h' });
  const now = h('p', { class: 'hint' });
  const limits = h('p', { class: 'hint' });
  const value = h('input', { id: 'write-value', autocomplete: 'off', spellcheck: 'false', required: true });
  const token = h('input', { id: 'write-token', type: 'password', autocomplete: 'off', required: needsToken });
  const result = h('p', { class: 'result', role: 'status' });
  const cancel = h('button', { type: 'button', class: 'quiet' }, 'Close');
  const form = h('form', { method: 'dialog' }, heading, now, limits,
    h('label', { for: 'write-value' }, 'New value'), value,
    ...(needsToken ? [h('label', { for: 'write-token' }, 'Token (takt printed it, or it is in your file)'), token] : []),
    result,
    h('div', { class: 'buttons' }, cancel, h('button', { type: 'submit', class: 'strong' }, 'Write to the device')));
  dialog.append(form);
  let point = null;

  cancel.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    tell('Writing …', '');
    try {
      const answer = await send('/api/write', { name: point.write, value: value.value }, needsToken ? { Authorization: `Bearer ${token.value}` } : {});
      const { error, outcome, message, reason } = answer.content;
      tell(error ?? [outcome, message ?? reason].filter(Boolean).join(': '), outcome === 'done' ? 'UP' : 'DOWN');
    } catch {
      tell('No answer: whether it was written is not known.', 'DOWN');
    }
  });

  function tell(text, condition) {
    say(result, text);
    mark(result, 'data-condition', condition);
  }

  return {
    open(row) {
      point = row;
      say(heading, row.name);
      say(now, `now ${row.value || 'without a value'} ${row.unit}`);
      say(limits, row.limits);
      tell('', '');
      value.value = '';
      dialog.showModal();
      value.focus();
    },
  };
}
