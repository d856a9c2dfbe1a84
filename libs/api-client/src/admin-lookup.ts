import type { SessionUser, WhoAmI } from '@docfolio/contracts/entities/session';
import { isRetryable } from './problem.js';

export interface AdminState {
  /** `loading` only during the first lookup for this user: later lookups keep the value, so the page stays mounted. */
  isAdmin: boolean | 'loading';
  /** `failed`: all retries failed, e.g. because the server is down. `isAdmin` then keeps its value, or is false. */
  adminLookup: 'idle' | 'running' | 'failed';
}

interface Options {
  fetchUser: () => Promise<WhoAmI>;
  onChange: () => void;
  onUser: (user: SessionUser) => void;
}

const retryDelays = [200, 400, 800, 1_600];

const signedOut: AdminState = { isAdmin: false, adminLookup: 'idle' };

/** Looks up whether the user is an admin, asynchronously: listeners get the sign-in event before the request starts. */
export class AdminLookup {
  state: AdminState = { isAdmin: 'loading', adminLookup: 'idle' };
  private userId: string | null = null;
  private known: { userId: string; isAdmin: boolean } | null = null;
  private lookupId = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {}

  run(userId: string): void {
    this.userId = userId;
    if (this.known?.userId !== userId) this.known = null;
    this.set({ isAdmin: this.known?.isAdmin ?? 'loading', adminLookup: 'running' });
    this.defer(++this.lookupId, 0, 0);
  }

  retryFailed(): void {
    if (this.state.adminLookup === 'failed' && this.userId !== null) this.run(this.userId);
  }

  clear(): void {
    this.stop();
    this.userId = null;
    this.known = null;
    this.set(signedOut);
  }

  stop(): void {
    this.lookupId++;
    clearTimeout(this.timer);
  }

  private defer(lookupId: number, attempt: number, delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookUp(lookupId, attempt), delay);
  }

  private async lookUp(lookupId: number, attempt: number): Promise<void> {
    try {
      const { user, is_admin: isAdmin } = await this.options.fetchUser();
      if (lookupId !== this.lookupId || user.id !== this.userId) return;
      this.known = { userId: user.id, isAdmin };
      this.set({ isAdmin, adminLookup: 'idle' });
      this.options.onUser(user);
    } catch (error) {
      if (lookupId !== this.lookupId) return;
      const delay = retryDelays[attempt];
      if (!isRetryable(error)) this.set({ isAdmin: false, adminLookup: 'idle' });
      else if (delay !== undefined) this.defer(lookupId, attempt + 1, delay);
      else this.set({ isAdmin: this.known?.isAdmin ?? false, adminLookup: 'failed' });
    }
  }

  private set(state: AdminState): void {
    if (state.isAdmin === this.state.isAdmin && state.adminLookup === this.state.adminLookup) return;
    this.state = state;
    this.options.onChange();
  }
}
