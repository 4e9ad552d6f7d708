// Before anything is drawn: the theme that was chosen here last, else the system's.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage is switched off: the system's it is.
  }
  const now = () => (chosen === 'dark' || chosen === 'light' ? chosen : system.matches ? 'dark' : 'light');
  const apply = () => {
    root.dataset.theme = now();
    const button = document.getElementById('theme');
    if (button) {
      button.textContent = now() === 'dark' ? 'Light' : 'Dark';
      button.setAttribute('aria-label', `Switch to ${now() === 'dark' ? 'light' : 'dark'} colours`);
    }
    dispatchEvent(new Event('theme'));
  };
  apply();
  system.addEventListener('change', apply);
  // On paper it is light.
  addEventListener('beforeprint', () => {
    root.dataset.theme = 'light';
    dispatchEvent(new Event('theme'));
  });
  addEventListener('afterprint', apply);
  addEventListener('DOMContentLoaded', () => {
    apply();
    document.getElementById('theme').addEventListener('click', () => {
      chosen = now() === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem('theme', chosen);
      } catch {
        // For as long as this page is open, then.
      }
      apply();
    });
  });
})();
