import type { FormValues } from '../../records/record-form.js';
import { dropDraft, holdDraft, keepDraft, newDraftKey, type PostDraft } from './post-drafts.js';

/** Milliseconds between typing and keeping, at most. */
const keepPause = 1_000;

export interface KeeperState {
  /** When what stands in the form was kept: milliseconds; null while there is nothing to keep. */
  keptAt: number | null;
  /** The browser refuses to keep more. */
  failed: boolean;
}

const nothing: KeeperState = { keptAt: null, failed: false };

/** Keeps what one editor holds: within a second of the typing, and at once when the page goes away. */
export class DraftKeeper {
  readonly key = newDraftKey();
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

  /** Begins to watch the page; the returned function ends it, and keeps what is left. */
  start(): () => void {
    const release = holdDraft(this.key);
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

  /** Something was typed. `draftOf` tells what stands there when it is time; null: nothing that differs. */
  touch(draftOf: () => PostDraft | null): void {
    this.#pending = draftOf;
    this.#timer ??= setTimeout(this.flush, keepPause);
  }

  /** Keeps what is waiting, now. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const draft = this.#pending?.();
    if (draft === undefined) return;
    this.#pending = null;
    if (draft === null) this.drop();
    else if (keepDraft(this.key, draft)) this.#change({ keptAt: draft.at, failed: false });
    else this.#change({ keptAt: null, failed: true });
  };

  /** It was saved, or given up. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = null;
    dropDraft(this.key);
    this.#change(nothing);
  }

  #change(state: KeeperState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The fields of a form that differ, as a draft holds them. */
export function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name]!]));
}
