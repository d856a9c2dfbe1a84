// Part of the script in <head>. After the first paint of a server-rendered page, preloads the scripts that the web
// process lists as <link rel="after-paint">, and executes those with `data-run`: loading them must not delay the paint.
(() => {
  // Milliseconds after DOMContentLoaded until the scripts load without a paint: background tabs never paint.
  const timeout = 1000;
  let started = false;

  function start() {
    if (started) return;
    started = true;
    for (const link of document.querySelectorAll('link[rel="after-paint"]')) {
      link.rel = 'preload';
      if (!('run' in link.dataset)) continue;
      const script = document.createElement('script');
      script.src = link.href;
      document.head.append(script);
    }
  }

  document.addEventListener('DOMContentLoaded', () => {
    if (!document.querySelector('link[rel="after-paint"]')) return;
    setTimeout(start, timeout);
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  });
})();
