import { z } from 'zod';

/** Unsaved values of a post's editor in localStorage. */
const postDraft = z.object({
  /** Other users are never offered it. */
  userId: z.string(),
  /** Null: a post that was never saved. */
  postId: z.string().nullable(),
  /** Of the post that was being edited, null for a new one. */
  version: z.int().nullable(),
  /** The fields that differ from that post. */
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Milliseconds: when the last of it was typed. */
  at: z.number(),
});
export type PostDraft = z.output<typeof postDraft>;
export type StoredPostDraft = PostDraft & { key: string };

const prefix = 'crm-post-draft:';
/** Only the newest are stored: localStorage is small. */
const maxDrafts = 20;
/** Milliseconds after which a draft is removed. */
const draftLifetime = 60 * 24 * 60 * 60 * 1_000;

/** Returns a new key, for one editor in one tab. */
export const newPostDraftKey = () => `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** Returns undefined if the browser denies access to its storage. */
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

/** Returns all drafts, the newest first; removes those that are invalid or too old. */
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

/**
 * Stores a draft. Removes the oldest others if the storage is full.
 * @returns whether it is stored
 */
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

/** Returns the keys of drafts that open tabs hold a Web Lock for. */
async function lockedKeys(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name ?? ''));
}

/** Returns the newest draft of a post (null: of a new one) that belongs to no open tab. */
export async function findPostDraft(userId: string, postId: string | null): Promise<StoredPostDraft | undefined> {
  const storage = store();
  if (!storage) return undefined;
  const drafts = all(storage).filter((draft) => draft.userId === userId && draft.postId === postId);
  if (drafts.length === 0) return undefined;
  const held = await lockedKeys();
  return drafts.find(({ key }) => !held.has(key));
}

/** Locks a draft for this tab until the returned function is called or the tab is closed. */
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
