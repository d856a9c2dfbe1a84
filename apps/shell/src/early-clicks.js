// Replays each click on a server-rendered button that React had not hydrated yet, unless hydration takes over 30 s.
// <html> gets data-frame when the layout is hydrated, and data-answering when the remote's page is.
(() => {
  // Milliseconds after which a click is no longer replayed.
  const lifetime = 30_000;
  const root = document.documentElement;
  const buttons = '#root button,#root [role=button]';
  const clicks = new Map();
  let rendered;
  const isHydrated = (button) => (button.closest('[data-mf]') ? 'answering' : 'frame') in root.dataset;

  function onClick(event) {
    const button = event.target.closest(buttons);
    // Buttons that React creates in the browser need no replay. Submit buttons of POST forms work without scripts.
    if (!button || isHydrated(button) || (rendered && !rendered.has(button))) return;
    if (button.type === 'submit' && button.form?.method === 'post') return;
    // Stops the event: React would hydrate and handle it, and the replay would be a second click.
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

  // Marks forms that the browser is posting, so that the remotes' submit handlers do not send them again.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) event.target.dataset.posted = '';
  });
  if ('frame' in root.dataset) return;
  const observer = new MutationObserver(replay);
  observer.observe(root, { attributeFilter: ['data-frame', 'data-answering'] });
  addEventListener('click', onClick, true);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', find);
  else find();
})();
