import type { LiveNews } from '@docfolio/api-client/live';

type Listener = (news: LiveNews) => void;

const listeners = new Set<Listener>();

/** Calls a listener with the live changes that the frame passes on to this remote. @returns a function that ends this */
export function onLiveNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellLiveNews(news: LiveNews): void {
  for (const listener of listeners) listener(news);
}
