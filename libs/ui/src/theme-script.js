// Runs before the first paint, as a file of its own because the page's policy allows no inline script. It puts on <html>
// what only the browser knows and the styles go by, so that what a server has drawn never jumps:
// data-theme: dark unless the visitor chose light; a browser that refuses storage gets dark.
// data-sidebar: whether the public sidebar was left collapsed (the cookie sidebar_state).
// data-platform: how keys are called.
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
