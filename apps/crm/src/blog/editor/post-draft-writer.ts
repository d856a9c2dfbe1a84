import type { FormValues } from '../../records/record-form.js';
import { lockPostDraft, newPostDraftKey, type PostDraft, removePostDraft, storePostDraft } from './post-drafts.js';

/** Milliseconds between typing and storing, at most. */
const storeDelay = 1_000;

export interface DraftState {
  /** Milliseconds: when the form's values were stored; null while there is nothing to store. */
  storedAt: number | null;
  /** The browser's storage is full or denied. */
  failed: boolean;
}

const nothing: DraftState = { storedAt: null, failed: false };

/** Stores the unsaved values of one editor within a second of the typing, and immediately when the page is hidden. */
export class PostDraftWriter {
  readonly key = newPostDraftKey();
  #state = nothing;
  #pending: (() => PostDraft | null) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
  readonly getState = () => this.#state;

  /** Locks the draft and watches the page; the returned function stores what is pending and ends both. */
  start(): () => void {
    const release = lockPostDraft(this.key);
    const onHidden = () => document.visibilityState === 'hidden' && this.flush();
    window.addEventListener('pagehide', this.flush);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      this.flush();
      release();
      window.removeEventListener('pagehide', this.flush);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }

  /** Schedules storing. `draftOf` returns the draft by then, or null if nothing differs. */
  touch(draftOf: () => PostDraft | null): void {
    this.#pending = draftOf;
    this.#timer ??= setTimeout(this.flush, storeDelay);
  }

  /** Stores what is pending. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const draft = this.#pending?.();
    if (draft === undefined) return;
    this.#pending = null;
    if (draft === null) this.drop();
    else if (storePostDraft(this.key, draft)) this.#change({ storedAt: draft.at, failed: false });
    else this.#change({ storedAt: null, failed: true });
  };

  /** Removes the draft: it was saved or discarded. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = null;
    removePostDraft(this.key);
    this.#change(nothing);
  }

  #change(state: DraftState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns some of a form's values. */
export function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
