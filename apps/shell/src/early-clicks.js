// Records clicks before hydration. A server-rendered page is visible seconds before its scripts run: a click on one of its
// buttons is replayed once when the button is hydrated. Forms are posted by the browser.
// The shell marks <html> with data-frame when the frame is hydrated, and with data-answering when the page in it is.
(() => {
  // ms for which a click is worth replaying.
  const lifetime = 30_000;
  const root = document.documentElement;
  const buttons = '#root button,#root [role=button]';
  const clicks = new Map();
  let rendered;
  const isHydrated = (button) => (button.closest('[data-mf]') ? 'answering' : 'frame') in root.dataset;

  function onClick(event) {
    const button = event.target.closest(buttons);
    // Buttons created by React in the browser need no replay.
    if (!button || isHydrated(button) || (rendered && !rendered.has(button))) return;
    if (button.type === 'submit' && button.form?.method === 'post') return;
    // React would hydrate during the event and handle it, and the replay would be the second click.
    event.stopImmediatePropagation();
    event.preventDefault();
    clicks.set(button, clicks.get(button) ?? Date.now());
    button.ariaBusy = 'true';
  }

  function find() {
    rendered = new WeakSet(document.querySelectorAll(buttons));
  }

  function replay() {
    for (const [button, time] of clicks) {
      if (!isHydrated(button)) continue;
      clicks.delete(button);
      button.ariaBusy = null;
      if (button.isConnected && Date.now() - time < lifetime) button.click();
    }
    if ('answering' in root.dataset) {
      observer.disconnect();
      removeEventListener('click', onClick, true);
    }
  }

  // Keeps the forms of the remotes from sending what the browser posts already.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) event.target.dataset.posted = '';
  });
  // Hydrated already.
  if ('frame' in root.dataset) return;
  const observer = new MutationObserver(replay);
  observer.observe(root, { attributeFilter: ['data-frame', 'data-answering'] });
  addEventListener('click', onClick, true);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', find);
  else find();
})();
