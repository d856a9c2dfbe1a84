import { z } from 'zod';

/** Unsaved values of one post editor, as stored in localStorage. */
const postDraft = z.object({
  /** Id of the user who typed it: it is offered to no other user. */
  userId: z.string(),
  /** Null for a post that was never saved. */
  postId: z.string().nullable(),
  /** Version of the post that was edited; null for a new post. */
  version: z.int().nullable(),
  /** The fields that differ from that version. */
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Epoch milliseconds of the last change. */
  at: z.number(),
});
export type PostDraft = z.output<typeof postDraft>;
export type StoredPostDraft = PostDraft & { key: string };

const prefix = 'crm-post-draft:';
/** The oldest drafts above this number are removed, because localStorage is small. */
const maxDrafts = 20;
/** 60 days in milliseconds after the last change. */
const draftLifetime = 60 * 24 * 60 * 60 * 1_000;

/** Returns a new random key for the draft of one editor in one tab. */
export const newPostDraftKey = () => `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** Returns localStorage, or undefined if the browser blocks it. */
function store(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function read(storage: Storage, key: string): StoredPostDraft | undefined {
  try {
    const draft = postDraft.safeParse(JSON.parse(storage.getItem(key) ?? 'null'));
    return draft.success ? { ...draft.data, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns all drafts, newest first, and removes invalid and expired ones. */
function all(storage: Storage): StoredPostDraft[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at)!);
  const drafts: StoredPostDraft[] = [];
  for (const key of keys.filter((each) => each.startsWith(prefix))) {
    const draft = read(storage, key);
    if (draft && Date.now() - draft.at < draftLifetime) drafts.push(draft);
    else storage.removeItem(key);
  }
  return drafts.sort((one, other) => other.at - one.at);
}

/** Stores a draft; removes the oldest others above `maxDrafts` or if storage is full. @returns whether it is stored */
export function storePostDraft(key: string, draft: PostDraft): boolean {
  const storage = store();
  if (!storage) return false;
  const text = JSON.stringify(draft);
  const others = all(storage).filter((other) => other.key !== key);
  for (const { key: old } of others.splice(maxDrafts - 1)) storage.removeItem(old);
  for (;;) {
    try {
      storage.setItem(key, text);
      return true;
    } catch (error) {
      const oldest = others.pop();
      if (!oldest) {
        console.error('Storing a draft failed', error);
        return false;
      }
      storage.removeItem(oldest.key);
    }
  }
}

export function removePostDraft(key: string): void {
  store()?.removeItem(key);
}

/** Returns the names of all held Web Locks, among them the keys of drafts that are open in a tab. */
async function lockedKeys(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name ?? ''));
}

/** Returns the user's newest draft of a post that is open in no tab. @param postId null: drafts of new posts */
export async function findPostDraft(userId: string, postId: string | null): Promise<StoredPostDraft | undefined> {
  const storage = store();
  if (!storage) return undefined;
  const drafts = all(storage).filter((draft) => draft.userId === userId && draft.postId === postId);
  if (drafts.length === 0) return undefined;
  const held = await lockedKeys();
  return drafts.find(({ key }) => !held.has(key));
}

/** Marks a draft as open by a Web Lock, which ends with the tab. @returns a function that releases it earlier */
export function lockPostDraft(key: string): () => void {
  const ending = new AbortController();
  let end: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks?.request(key, { signal: ending.signal }, () => held).catch(() => undefined);
  return () => {
    end?.();
    ending.abort();
  };
}
