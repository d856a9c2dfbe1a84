// Runs before the first paint, from a file because the CSP forbids inline scripts. Sets what only the browser knows on
// <html>: data-theme (localStorage), data-sidebar (cookie), data-platform (`mac` on Apple devices, for key names).
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
