// The stream of what the page shows, and what the page says of itself. It comes back by itself, after whatever it was.

const HIDDEN_FOR = 3000;
const RETRY = 1000;
/** How long the answer to a view is waited for. */
const PATIENCE = 15000;

/**
 * Opens the stream. A page that is hidden closes it: a browser has few connections, and the machine has work.
 * @param handlers by the name of the event; besides `lost` with a reason, `back`, `rests`: the page is hidden, and `endsAfterLoss`: whether it is over
 */
export function link(handlers) {
  let source = null;
  let page = null;
  let process = null;
  let reason = '';
  let timer = 0;
  let view = {};
  let isSaid = true;
  let isSaying = false;
  let isOver = false;

  function open() {
    clearTimeout(timer);
    if (source || isOver) return;
    source = new EventSource('/api/stream');
    for (const name of ['overview', 'rows', 'past', 'plotted', 'events']) {
      source.addEventListener(name, (e) => handlers[name](JSON.parse(e.data)));
    }
    source.addEventListener('hello', (e) => {
      const hello = JSON.parse(e.data);
      if (process !== null && process !== hello.process) {
        // Another process, perhaps of another version, has taken its place.
        location.reload();
        return;
      }
      process = hello.process;
      page = hello.page;
      reason = '';
      handlers.back();
      post();
    });
    source.addEventListener('full', (e) => {
      reason = JSON.parse(e.data).reason;
    });
    source.onerror = async () => {
      page = null;
      handlers.lost(reason || 'Connection lost, trying again …');
      if (source.readyState === EventSource.CLOSED) {
        close();
        timer = setTimeout(open, RETRY);
      }
      if (await handlers.endsAfterLoss()) {
        clearTimeout(timer);
        close();
        isOver = true;
      }
    };
  }

  function close() {
    if (source) source.close();
    source = null;
    page = null;
  }

  /** One at a time: of two on their way, the older one may come last. One that is lost is said again, while the stream lives. */
  async function post() {
    isSaid = false;
    if (isSaying) return;
    isSaying = true;
    while (!isSaid && page !== null) {
      isSaid = true;
      try {
        await send('/api/view', { page, ...view }, {}, AbortSignal.timeout(PATIENCE));
      } catch {
        isSaid = false;
        await new Promise((again) => setTimeout(again, RETRY));
      }
    }
    isSaying = false;
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => {
        close();
        handlers.rests();
      }, HIDDEN_FOR);
    } else {
      open();
    }
  });
  // A browser keeps a page that was left for the way back, and its connections with it: six of them, and no other gets one.
  addEventListener('pagehide', close);
  addEventListener('pageshow', (e) => {
    if (e.persisted) open();
  });
  open();

  return {
    /** Says what can be seen now. */
    show(part) {
      view = { ...view, ...part };
      post();
    },
  };
}

let proof = '';

/** Sends this with all that is posted: only a page from here knows it. */
export function prove(csrfToken) {
  proof = csrfToken;
}

/** Posts JSON; the answer's code and content. */
export async function send(path, content, headers = {}, signal = null) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(proof && { 'X-CSRF-Token': proof }), ...headers },
    body: JSON.stringify(content),
    signal,
  });
  return { code: answer.status, content: await answer.json() };
}
