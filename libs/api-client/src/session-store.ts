import type { Session, SessionUser } from '@docfolio/contracts/entities/session';
import { AdminLookup, type AdminState } from './admin-lookup.js';
import type { BrowserPort } from './browser-port.js';
import { isProblem } from './problem.js';
import { type AuthEvent, parseRecord, recordOf, type SessionRecord, sessionKey } from './session-record.js';
import { SessionRefresher } from './session-refresher.js';

export interface SessionState extends AdminState {
  /** `loading` until the stored session has been checked. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: SessionUser | null;
}

export type AuthListener = (event: AuthEvent, session: Session | null) => void;

const api = () => import('./session-api.js');

export const loadingState: SessionState = Object.freeze({
  status: 'loading',
  user: null,
  isAdmin: 'loading',
  adminLookup: 'idle',
});

/** The session of this origin, in localStorage (specification, section 4); a visible tab refreshes it for all tabs. */
export class SessionStore {
  private browser: BrowserPort | null = null;
  private record: SessionRecord | null = null;
  private state = loadingState;
  private checked = false;
  private started: Promise<void> | undefined;
  private stops: (() => void)[] = [];
  private readonly subscribers = new Set<() => void>();
  private readonly listeners = new Set<AuthListener>();
  private readonly refresher: SessionRefresher;
  private readonly admin: AdminLookup;

  constructor(private readonly openBrowser: () => BrowserPort | null) {
    this.refresher = new SessionRefresher({
      browser: () => this.browser!,
      current: () => this.record,
      stored: () => this.stored(),
      adoptStored: () => this.adoptStored(),
      replace: (session, event) => this.replace(session, event),
    });
    this.admin = new AdminLookup({
      fetchUser: () => this.authorised(async (token) => (await api()).me(token)),
      onChange: () => this.publish(),
      onUser: (user) => this.adoptUser(user),
    });
  }

  getState = (): SessionState => this.state;

  /** Starts the store. Calls `subscriber` after each change of `getState()`. Returns a function that unsubscribes. */
  subscribe = (subscriber: () => void): (() => void) => {
    this.subscribers.add(subscriber);
    void this.start();
    return () => this.subscribers.delete(subscriber);
  };

  /** Starts the store. Calls `listener` on all tabs' auth events, INITIAL_SESSION included. Returns an unsubscriber. */
  onAuthEvent(listener: AuthListener): () => void {
    this.listeners.add(listener);
    if (this.checked)
      queueMicrotask(() => {
        if (this.listeners.has(listener)) listener('INITIAL_SESSION', this.record?.session ?? null);
      });
    else void this.start();
    return () => this.listeners.delete(listener);
  }

  /** Loads the stored session once and keeps it refreshed. Resolves after INITIAL_SESSION; a no-op on a server. */
  async start(): Promise<void> {
    this.browser ??= this.openBrowser();
    if (this.browser) this.started ??= this.open(this.browser);
    await this.started;
  }

  /** Ends timers and listeners until the store is used again. */
  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.admin.stop();
    this.refresher.stop();
    this.started = undefined;
  }

  async signIn(email: string, password: string): Promise<SessionUser> {
    await this.start();
    const session = await (await api()).signIn(email, password);
    this.replace(session, 'SIGNED_IN');
    return session.user;
  }

  /** Ends the session on the server, then in all tabs. @throws ProblemError if the server fails: the session stays */
  async signOut(): Promise<void> {
    await this.start();
    if (!this.record) return;
    try {
      await this.authorised(async (token) => (await api()).signOut(token));
    } catch (error) {
      if (!isProblem(error) || error.status !== 401) throw error;
    }
    if (this.record) this.replace(null, 'SIGNED_OUT');
  }

  async changePassword(current: string, next: string): Promise<void> {
    await this.authorised(async (token) => (await api()).changePassword(current, next, token));
    if (this.record) this.replace(this.record.session, 'USER_UPDATED');
  }

  /** Sets a new password with a recovery link's token, and signs in. @throws ProblemError e.g. `link_expired` */
  async completeRecovery(token: string, next: string, revokeTokens = false): Promise<void> {
    await this.adoptSession(await (await api()).completeRecovery(token, next, revokeTokens), 'PASSWORD_RECOVERY');
  }

  /** Stores a session that was not obtained by `signIn`, e.g. by a recovery link, and raises `event`. */
  async adoptSession(session: Session, event: 'PASSWORD_RECOVERY' | 'MFA_CHALLENGE_VERIFIED' | 'SIGNED_IN') {
    await this.start();
    this.replace(session, event);
  }

  recheckAdmin = (): void => {
    if (this.record) this.admin.run(this.record.session.user.id);
  };

  /**
   * Runs `request` with the access token. If it fails with 401 (not `invalid_credentials`), refreshes the session and
   * runs it again. @throws ProblemError `not_signed_in` without a session; errors of the refresh or of `request`
   */
  async authorised<T>(request: (accessToken: string) => Promise<T>): Promise<T> {
    await this.start();
    if (this.record && this.record.expires_at_local <= Date.now()) await this.refresher.refresh();
    const token = this.record?.session.access_token;
    if (token === undefined) throw (await api()).problem('not_signed_in');
    try {
      return await request(token);
    } catch (error) {
      if (!isProblem(error)) throw error;
      if (error.code === 'not_allowed') this.recheckAdmin();
      if (error.status !== 401 || error.code === 'invalid_credentials') throw error;
      // Another request may have refreshed the session in the meantime.
      if (this.record?.session.access_token === token) await this.refresher.refresh();
      if (!this.record) throw error;
      return request(this.record.session.access_token);
    }
  }

  private async open(browser: BrowserPort): Promise<void> {
    this.stops.push(
      browser.onStorage((key) => {
        if (key === sessionKey || key === null) this.adoptStored();
      }),
      browser.onWake(() => {
        if (!browser.isVisible()) return;
        this.adoptStored();
        this.refresher.check();
        this.admin.retryFailed();
      }),
      this.refresher.startChecking(() => this.admin.retryFailed()),
    );
    this.record = this.stored();
    if (!this.record) browser.storage.removeItem(sessionKey);
    else if (this.record.expires_at_local <= Date.now()) await this.refresher.refreshIfPossible();
    this.checked = true;
    this.announce('INITIAL_SESSION');
  }

  private stored(): SessionRecord | null {
    return parseRecord(this.browser!.storage.getItem(sessionKey));
  }

  private adoptStored(): void {
    const stored = this.stored();
    if (stored?.id === this.record?.id) return;
    this.record = stored;
    this.announce(stored?.event ?? 'SIGNED_OUT');
  }

  private replace(session: Session | null, event: AuthEvent): void {
    const { storage } = this.browser!;
    if (session) {
      const expires = event === 'USER_UPDATED' ? this.record?.expires_at_local : undefined;
      this.record = { ...recordOf(event, session, Date.now()), ...(expires && { expires_at_local: expires }) };
      storage.setItem(sessionKey, JSON.stringify(this.record));
    } else {
      this.record = null;
      storage.removeItem(sessionKey);
    }
    this.announce(event);
  }

  private adoptUser(user: SessionUser): void {
    const session = this.record?.session;
    if (!session || session.user.id !== user.id || session.user.email === user.email) return;
    this.replace({ ...session, user }, 'USER_UPDATED');
  }

  private announce(event: AuthEvent): void {
    this.checked ||= event === 'INITIAL_SESSION';
    if (this.record) this.admin.run(this.record.session.user.id);
    else this.admin.clear();
    this.publish();
    for (const listener of [...this.listeners]) {
      try {
        listener(event, this.record?.session ?? null);
      } catch (error) {
        console.error(`A listener failed on ${event}`, error);
      }
    }
  }

  private publish(): void {
    const user = this.record?.session.user ?? null;
    const next: SessionState = { status: user ? 'signed-in' : 'signed-out', user, ...this.admin.state };
    if (isSame(next, this.state)) return;
    this.state = next;
    for (const subscriber of [...this.subscribers]) subscriber();
  }
}

function isSame(a: SessionState, b: SessionState): boolean {
  return (
    a.status === b.status &&
    a.user?.id === b.user?.id &&
    a.user?.email === b.user?.email &&
    a.isAdmin === b.isAdmin &&
    a.adminLookup === b.adminLookup
  );
}
