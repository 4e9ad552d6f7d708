// The search of the site: looks through search-index.js, which is loaded when the user begins to search. Also by address: #search=ring
'use strict';

(() => {
  const MAX_FOUND = 12;
  const BEFORE_MATCH = 50;
  const SNIPPET = 170;
  const root = document.documentElement.dataset.root;
  const query = document.getElementById('query');
  const found = document.getElementById('found');
  let loading = null;

  const index = () => loading ??= new Promise((done) => {
    const script = document.createElement('script');
    script.src = root + 'search-index.js';
    script.onload = () => done(window.taktIndex.map((section) => [...section, section.slice(1).join(' ').toLowerCase()]));
    document.head.append(script);
  });

  // Headings weigh more than text, the beginning of a word more than its middle; every word must be there. Decisions come last.
  const score = ([address, title, heading, text, all], words) => {
    let sum = 0;
    for (const word of words) {
      if (!all.includes(word)) return 0;
      const start = (where) => (' ' + where.toLowerCase()).search(new RegExp('[^\\p{L}\\p{N}]' + word.replace(/[^\p{L}\p{N}]/gu, '\\$&'), 'u')) >= 0;
      sum += (start(title) ? (heading ? 4 : 12) : 0) + (start(heading) ? 9 : 0) + (start(text) ? 2 : 0.5)
        + Math.min(text.toLowerCase().split(word).length - 1, 6) * 0.3;
    }
    return address.startsWith('docs/adr/') ? sum / 4 : sum;
  };

  const snippet = (text, words) => {
    const line = document.createElement('p');
    const spaced = ' ' + text.toLowerCase();
    const match = [' ' + words[0], words[0]].map((word) => spaced.indexOf(word)).find((place) => place >= 0) ?? 0;
    const at = match < BEFORE_MATCH ? 0 : text.indexOf(' ', match - BEFORE_MATCH) + 1;
    const shown = (at ? '…' : '') + text.slice(at, at + SNIPPET) + (at + SNIPPET < text.length ? '…' : '');
    const lower = shown.toLowerCase();
    for (let i = 0; i < shown.length;) {
      const next = words.map((word) => [lower.indexOf(word, i), word]).filter(([place]) => place >= 0).sort(([a], [b]) => a - b)[0];
      if (!next) { line.append(shown.slice(i)); break; }
      const mark = document.createElement('mark');
      mark.textContent = shown.slice(next[0], next[0] + next[1].length);
      line.append(shown.slice(i, next[0]), mark);
      i = next[0] + next[1].length;
    }
    return line;
  };

  const show = async () => {
    const words = query.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    if (words.length === 0) { found.hidden = true; return; }
    const hits = (await index()).map((section) => [score(section, words), section]).filter(([points]) => points > 0)
      .sort(([a], [b]) => b - a).slice(0, MAX_FOUND);
    found.replaceChildren(...hits.map(([, [address, title, heading, text]]) => {
      const link = document.createElement('a');
      const name = document.createElement('b');
      link.href = root + address;
      name.textContent = heading ? title + ' › ' + heading : title;
      link.append(name, snippet(text, words));
      const item = document.createElement('li');
      item.append(link);
      return item;
    }));
    if (hits.length === 0) {
      const nothing = document.createElement('li');
      nothing.textContent = 'Nothing has all of these words.';
      found.append(nothing);
    }
    found.hidden = false;
  };

  const move = (by) => {
    const places = [query, ...found.querySelectorAll('a')];
    const at = places.indexOf(document.activeElement);
    if (at >= 0) places[Math.min(Math.max(at + by, 0), places.length - 1)].focus();
  };

  query.parentElement.hidden = false;
  query.addEventListener('focus', index);
  query.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    const inside = query.parentElement.contains(document.activeElement);
    if (event.key === '/' && !inside && !event.ctrlKey && !event.metaKey) { query.focus(); event.preventDefault(); }
    if (event.key === 'Escape') { found.hidden = true; if (inside) query.focus(); }
    if (inside && event.key === 'ArrowDown') { move(1); event.preventDefault(); }
    if (inside && event.key === 'ArrowUp') { move(-1); event.preventDefault(); }
    if (event.key === 'Enter' && document.activeElement === query) found.querySelector('a')?.click();
  });
  document.addEventListener('click', (event) => {
    if (!query.parentElement.contains(event.target) || event.target.closest('a')) found.hidden = true;
  });
  if (location.hash.startsWith('#search=')) {
    query.value = decodeURIComponent(location.hash.slice('#search='.length));
    show();
  }
})();
