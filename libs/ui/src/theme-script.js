// Runs before the first paint, as a file of its own because the page's policy allows no inline script.
// Dark unless the visitor chose light; a browser that refuses storage gets dark.
(() => {
  var theme = 'dark';
  try {
    if (window.localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    theme = 'dark';
  }
  document.documentElement.setAttribute('data-theme', theme);
})();
