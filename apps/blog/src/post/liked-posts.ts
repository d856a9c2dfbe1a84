import { useSyncExternalStore } from 'react';

/** The key of localStorage under which this browser's list of liked post ids stands (specification, section 3). */
export const likedPostsKey = 'docfolio.liked-posts';

const listeners = new Set<() => void>();
/** What counts where the browser stores nothing (blocked, full): it lasts as long as the page. */
let unstored: string[] | null = null;

function likedPosts(): string[] {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(likedPostsKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Blocked, or not ours: nothing is liked yet.
    return [];
  }
}

function keep(ids: string[]): void {
  try {
    window.localStorage.setItem(likedPostsKey, JSON.stringify(ids));
    unstored = null;
  } catch {
    unstored = ids;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === likedPostsKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
}

/** Whether this browser likes a post; all tabs agree. A server likes nothing. `toggle` tells what came of it. */
export function useLike(id: string): { liked: boolean; toggle: () => boolean } {
  const liked = useSyncExternalStore(
    subscribe,
    () => likedPosts().includes(id),
    () => false,
  );
  const toggle = () => {
    const others = likedPosts().filter((other) => other !== id);
    const likes = others.length === likedPosts().length;
    keep(likes ? [...others, id] : others);
    return likes;
  };
  return { liked, toggle };
}
