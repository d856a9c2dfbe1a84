import type { SessionUser, WhoAmI } from '@docfolio/contracts/session';
import { isTrouble } from './problem.js';

export interface AdminState {
  /**
   * `loading` while nothing is known of this user yet. A later look-up (each auth event starts one) leaves the known
   * answer standing until it has its own, so that a refreshed token doesn't take the page away from under the owner.
   */
  isAdmin: boolean | 'loading';
  /** `failed`: the server could not be asked. `isAdmin` is then what was known before, or false. */
  adminLookup: 'idle' | 'running' | 'failed';
}

interface Options {
  look: () => Promise<WhoAmI>;
  changed: () => void;
  found: (user: SessionUser) => void;
}

/** Waits in milliseconds before a look-up that met trouble is tried again; after the last it has failed. */
const waits = [200, 400, 800, 1_600];

const signedOut: AdminState = { isAdmin: false, adminLookup: 'idle' };

/**
 * The admin flag of the signed-in user: looked up after each auth event, deferred so that the event's own work is
 * done first. Only the latest look-up counts.
 */
export class AdminLookup {
  state: AdminState = { isAdmin: 'loading', adminLookup: 'idle' };
  #userId: string | null = null;
  #known: { userId: string; isAdmin: boolean } | null = null;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {}

  run(userId: string): void {
    this.#userId = userId;
    if (this.#known?.userId !== userId) this.#known = null;
    this.#set({ isAdmin: this.#known?.isAdmin ?? 'loading', adminLookup: 'running' });
    this.#defer(++this.#turn, 0, 0);
  }

  retryFailed(): void {
    if (this.state.adminLookup === 'failed' && this.#userId !== null) this.run(this.#userId);
  }

  clear(): void {
    this.stop();
    this.#userId = null;
    this.#known = null;
    this.#set(signedOut);
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#timer);
  }

  #defer(turn: number, attempt: number, wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(turn, attempt), wait);
  }

  async #look(turn: number, attempt: number): Promise<void> {
    try {
      const { user, is_admin: isAdmin } = await this.options.look();
      if (turn !== this.#turn || user.id !== this.#userId) return;
      this.#known = { userId: user.id, isAdmin };
      this.#set({ isAdmin, adminLookup: 'idle' });
      this.options.found(user);
    } catch (error) {
      if (turn !== this.#turn) return;
      const wait = waits[attempt];
      if (!isTrouble(error)) this.#set({ isAdmin: false, adminLookup: 'idle' });
      else if (wait !== undefined) this.#defer(turn, attempt + 1, wait);
      else this.#set({ isAdmin: this.#known?.isAdmin ?? false, adminLookup: 'failed' });
    }
  }

  #set(state: AdminState): void {
    if (state.isAdmin === this.state.isAdmin && state.adminLookup === this.state.adminLookup) return;
    this.state = state;
    this.options.changed();
  }
}
