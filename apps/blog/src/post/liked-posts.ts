import { useSyncExternalStore } from 'react';

/** localStorage key of the liked posts' ids, a JSON array (specification, section 3). */
export const likedPostsKey = 'docfolio.liked-posts';

const listeners = new Set<() => void>();
/** The ids after localStorage refused to store them (blocked or full), otherwise null. */
let unstored: string[] | null = null;

function likedPosts(): string[] {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(likedPostsKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Blocked storage or invalid JSON: no post is liked.
    return [];
  }
}

function store(ids: string[]): void {
  try {
    window.localStorage.setItem(likedPostsKey, JSON.stringify(ids));
    unstored = null;
  } catch {
    unstored = ids;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === likedPostsKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Returns whether a post is liked in this browser (on a server: false), and `toggle`, which returns the new state. */
export function useLike(id: string): { liked: boolean; toggle: () => boolean } {
  const liked = useSyncExternalStore(
    subscribe,
    () => likedPosts().includes(id),
    () => false,
  );
  const toggle = () => {
    const others = likedPosts().filter((other) => other !== id);
    const likes = others.length === likedPosts().length;
    store(likes ? [...others, id] : others);
    return likes;
  };
  return { liked, toggle };
}
