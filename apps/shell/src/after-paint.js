// Runs in the head. A page that the web process has drawn is shown first; the scripts that take it over come after: from
// the start they would compete with stylesheet and text on a slow line, and run before anything is seen on a slow
// machine. The web process marks them `<link rel="after-paint">`, the entry among them with `data-run`.
(() => {
  // Milliseconds from the end of the document; a tab in the background paints nothing.
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
