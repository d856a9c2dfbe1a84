/** The relation of scripts that a page which is drawn already needn't be shown with. The web process writes it. */
const afterPaint = 'after-paint';
/** Milliseconds after which nobody waits for a frame any more: a tab in the background draws none. */
const patience = 300;

/**
 * Resolves at once where the browser has to draw the page; where the web process has drawn it, after it has been shown,
 * with the scripts on their way that the take-over needs. Fetched from the start they would compete with stylesheet and
 * text on a slow line, and run before anything is seen on a slow machine.
 */
export async function firstPaint(page: Document = document): Promise<void> {
  const scripts = page.querySelectorAll<HTMLLinkElement>(`link[rel="${afterPaint}"]`);
  if (scripts.length === 0) return;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, patience);
  });
  for (const link of scripts) link.rel = 'preload';
}
