import { z } from 'zod';

/** What was typed into a post's editor and not saved, as this browser keeps it. */
const postDraft = z.object({
  /** Whose it is; another owner is never offered it. */
  userId: z.string(),
  /** Null: of a post that was never saved. */
  postId: z.string().nullable(),
  /** Of the post that was being edited, null for a new one. */
  version: z.int().nullable(),
  /** The fields that differ from that post. */
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** When the last of it was typed: milliseconds. */
  at: z.number(),
});
export type PostDraft = z.output<typeof postDraft>;
export type KeptDraft = PostDraft & { key: string };

const prefix = 'crm-post-draft:';
/** Drafts that are kept, the newest; the browser's store is small. */
const keptDrafts = 20;
/** Milliseconds after which a draft is given up. */
const draftLifetime = 60 * 24 * 60 * 60 * 1_000;

/** A new key, for one editor in one tab. */
export const newDraftKey = () => `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** Undefined where the browser keeps nothing for this site. */
function store(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function read(storage: Storage, key: string): KeptDraft | undefined {
  try {
    const draft = postDraft.safeParse(JSON.parse(storage.getItem(key) ?? 'null'));
    return draft.success ? { ...draft.data, key } : undefined;
  } catch {
    return undefined;
  }
}

/** All drafts, the newest first; what cannot be read or is too old is taken away. */
function all(storage: Storage): KeptDraft[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at)!);
  const drafts: KeptDraft[] = [];
  for (const key of keys.filter((each) => each.startsWith(prefix))) {
    const draft = read(storage, key);
    if (draft && Date.now() - draft.at < draftLifetime) drafts.push(draft);
    else storage.removeItem(key);
  }
  return drafts.sort((one, other) => other.at - one.at);
}

/**
 * Keeps a draft until it is dropped. Where the store is full, the oldest of the others give way.
 * @returns whether it is kept
 */
export function keepDraft(key: string, draft: PostDraft): boolean {
  const storage = store();
  if (!storage) return false;
  const text = JSON.stringify(draft);
  const others = all(storage).filter((other) => other.key !== key);
  for (const { key: old } of others.splice(keptDrafts - 1)) storage.removeItem(old);
  for (;;) {
    try {
      storage.setItem(key, text);
      return true;
    } catch (error) {
      const oldest = others.pop();
      if (!oldest) {
        console.error('Keeping what was typed failed', error);
        return false;
      }
      storage.removeItem(oldest.key);
    }
  }
}

export function dropDraft(key: string): void {
  store()?.removeItem(key);
}

/** Names of the Web Locks that somebody holds: a tab holds one under its draft's key. */
async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name ?? ''));
}

/** What was typed before and belongs to no open tab: the newest draft of a post (null: of a new one). */
export async function findDraft(userId: string, postId: string | null): Promise<KeptDraft | undefined> {
  const storage = store();
  if (!storage) return undefined;
  const drafts = all(storage).filter((draft) => draft.userId === userId && draft.postId === postId);
  if (drafts.length === 0) return undefined;
  const held = await heldLocks();
  return drafts.find(({ key }) => !held.has(key));
}

/** Says to other tabs that a draft is being typed here, until `end` is called or the tab is gone. */
export function holdDraft(key: string): () => void {
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
