// Part of the script in <head>. After the first paint of a server-rendered page, preloads the scripts that the web
// process lists in #after-paint, and executes those with `run`: loading them must not delay the paint.
(() => {
  // Milliseconds after DOMContentLoaded until the scripts load without a paint: background tabs never paint.
  const timeout = 1000;
  let list;

  function start() {
    if (!list) return;
    for (const { run, crossorigin, ...attributes } of JSON.parse(list.textContent)) {
      const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script' }, attributes);
      if (crossorigin) link.crossOrigin = crossorigin;
      document.head.append(link);
      if (run) document.head.append(Object.assign(document.createElement('script'), { src: link.href }));
    }
    list = null;
  }

  document.addEventListener('DOMContentLoaded', () => {
    list = document.getElementById('after-paint');
    if (!list) return;
    setTimeout(start, timeout);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  });
})();
