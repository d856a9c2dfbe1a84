// Part of the head's script. Loads a server-rendered page's scripts after its first paint, so that they neither compete
// with the stylesheet for a slow line nor delay the paint on a slow machine. The web process lists the scripts as
// `<link rel="after-paint">`; those with `data-run` are executed, the others only preloaded.
(() => {
  // Milliseconds after the document is parsed until the scripts load without a paint: background tabs never paint.
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
