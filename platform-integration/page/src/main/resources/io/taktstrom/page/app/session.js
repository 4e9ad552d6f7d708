// Who is logged in, and the form for it. A page without users has neither.

import { byId, mark, say } from './dom.js';
import { prove, send } from './link.js';

const ROLES = ['viewer', 'operator', 'admin'];

/** Whether a login is needed now; without an answer it is not. */
export async function needsLogin() {
  try {
    const me = await ask();
    return me.users && !me.role;
  } catch {
    return false;
  }
}

async function ask() {
  return (await fetch('/api/session')).json();
}

/** Shows the form, and nothing else; a login loads the page again. */
export function showLogin() {
  document.body.classList.add('starting');
  byId('lost').hidden = true;
  document.title = 'Log in – Taktstrom';
  const entry = byId('entry');
  if (!entry.hidden) return;
  entry.hidden = false;
  byId('login-name').focus();
  const form = byId('login');
  const result = form.querySelector('.result');
  const tell = (text) => {
    say(result, text);
    mark(result, 'data-condition', 'DOWN');
  };
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    tell('');
    try {
      const answer = await send('/api/login', { name: byId('login-name').value, password: byId('login-password').value });
      if (answer.code === 200) return location.reload();
      tell(answer.content.error);
      byId('login-password').select();
    } catch {
      tell('No answer; try again.');
    }
    button.disabled = false;
  });
}

/** Who is logged in. Returns once someone is, or no one needs to be. */
export async function session() {
  const me = await ask();
  if (me.users && !me.role) {
    showLogin();
    await new Promise(() => {});
  }
  prove(me.csrfToken ?? '');
  const may = (role) => ROLES.indexOf(me.role) >= ROLES.indexOf(role);
  if (me.users) {
    byId('user').hidden = false;
    say(byId('user-name'), me.name);
    say(byId('user-role'), me.role);
    byId('logout').addEventListener('click', async () => {
      await send('/api/logout', {});
      location.reload();
    });
    byId('reload').hidden = !may('admin');
    byId('reload').addEventListener('click', reload);
  }
  return { users: me.users, mayWrite: !me.users || may('operator') };
}

async function reload() {
  const button = byId('reload');
  button.disabled = true;
  try {
    const { error, result } = (await send('/api/reload', {})).content;
    say(byId('told'), error ?? result);
  } catch {
    say(byId('told'), 'No answer: whether the file was read again is not known.');
  }
  byId('told').hidden = false;
  button.disabled = false;
}
