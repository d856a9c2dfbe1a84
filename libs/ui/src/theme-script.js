// Runs before the first paint, as a file because the page's CSP forbids inline scripts. Sets state on <html> that only the
// browser knows, so that the server-rendered page doesn't shift:
// data-theme: `light` if stored, otherwise `dark`.
// data-sidebar: `collapsed` by the cookie sidebar_state.
// data-platform: `mac`, for the names of keys.
(() => {
  var root = document.documentElement;
  var theme = 'dark';
  try {
    if (window.localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    theme = 'dark';
  }
  root.setAttribute('data-theme', theme);
  if (/(^|; )sidebar_state=collapsed(;|$)/.test(document.cookie)) root.setAttribute('data-sidebar', 'collapsed');
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) root.setAttribute('data-platform', 'mac');
})();
