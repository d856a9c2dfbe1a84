import { useSyncExternalStore } from 'react';

/** localStorage key of the ids of liked posts (specification, section 3). */
export const likedPostsKey = 'docfolio.liked-posts';

const listeners = new Set<() => void>();
/** Used while localStorage is blocked or full. */
let unstored: string[] | null = null;

function likedPosts(): string[] {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(likedPostsKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is blocked or the value is invalid.
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

/**
 * Returns whether this browser has liked the post, synchronised across tabs; always false on the server. `toggle` returns
 * the new state.
 */
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
