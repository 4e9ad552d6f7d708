// What this page shows, in its own address: a reload keeps it, also one that another process asks for, and a bookmark leads back to it.

const SOON = 300;

const said = new URLSearchParams(location.hash.slice(1));
let now = { search: said.get('search') ?? '', plot: said.getAll('plot'), seconds: Number(said.get('seconds')) };
let timer = 0;

/** What the address says at first. */
export const wanted = { ...now };

/** Puts it there; not at each stroke of a key, which browsers forbid. */
export function keep(part) {
  now = { ...now, ...part };
  clearTimeout(timer);
  timer = setTimeout(() => {
    const next = new URLSearchParams(now.plot.map((key) => ['plot', key]));
    if (now.search) next.set('search', now.search);
    if (now.seconds) next.set('seconds', now.seconds);
    history.replaceState(null, '', next.size > 0 ? `#${next}` : location.pathname);
  }, SOON);
}

addEventListener('hashchange', () => {
  // A bookmark was followed while the page was open; the link that skips to the points does not count.
  if (location.hash.includes('=')) location.reload();
});
