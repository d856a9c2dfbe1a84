import type { FormValues } from '@docfolio/admin/records/form-field';
import { lockPostDraft, newPostDraftKey, type PostDraft, removePostDraft, storePostDraft } from './post-drafts.js';

/** Maximum milliseconds between typing and storing. */
const storeDelay = 1_000;

export interface DraftState {
  /** Epoch milliseconds of the last change in the stored draft; null if none is stored. */
  storedAt: number | null;
  /** The browser's storage is full or blocked. */
  failed: boolean;
}

const nothing: DraftState = { storedAt: null, failed: false };

/** Stores one editor's unsaved values in localStorage: within a second of typing, and when the page is hidden. */
export class PostDraftWriter {
  readonly key = newPostDraftKey();
  private state = nothing;
  private pending: (() => PostDraft | null) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  readonly getState = () => this.state;

  /** Locks the draft for this tab and stores it when the page is hidden. @returns a function that stores it and ends */
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

  /** Schedules storing what `draftOf` then returns; null (nothing is unsaved) removes the draft. */
  touch(draftOf: () => PostDraft | null): void {
    this.pending = draftOf;
    this.timer ??= setTimeout(this.flush, storeDelay);
  }

  /** Stores a scheduled draft now. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const draft = this.pending?.();
    if (draft === undefined) return;
    this.pending = null;
    if (draft === null) this.drop();
    else if (storePostDraft(this.key, draft)) this.change({ storedAt: draft.at, failed: false });
    else this.change({ storedAt: null, failed: true });
  };

  /** Removes the draft, after its values were saved or discarded. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending = null;
    removePostDraft(this.key);
    this.change(nothing);
  }

  private change(state: DraftState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

export function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
