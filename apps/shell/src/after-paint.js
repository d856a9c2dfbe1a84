// Runs in the head. Loads the scripts of a server-rendered page after its first paint, so that they neither compete with
// the stylesheet for a slow line nor delay the paint on a slow machine. The web process marks them
// `<link rel="after-paint">`, the entry with `data-run`.
(() => {
  // Milliseconds after the document is parsed, because a background tab never paints.
  const patience = 1000;
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
    setTimeout(start, patience);
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  });
})();
