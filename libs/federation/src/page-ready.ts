/**
 * Marks the page as ready for input with `data-answering` on <html>, for early-clicks.js and browser tests.
 * @param name of the remote that shows the page, or of the frame in place of it
 * @returns a function that removes the mark
 */
export function markReady(name: string): () => void {
  document.documentElement.dataset.answering = name;
  return () => {
    delete document.documentElement.dataset.answering;
  };
}
