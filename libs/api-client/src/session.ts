import { useSyncExternalStore } from 'react';
import { thisBrowser } from './browser-port.js';
import { loadingState, type SessionState, SessionStore } from './session-store.js';

export type { AuthEvent } from './session-record.js';
export type { AuthListener, SessionState } from './session-store.js';

/** The page's session. Host and remotes share this module, so they use the same instance. */
export const sessionStore = new SessionStore(thisBrowser);

/** Returns the session's state and re-renders on changes. On a server and during hydration `status` is `loading`. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
}

/** Signs in and stores the session. @throws ProblemError e.g. `invalid_credentials`, `rate_limited`, `unavailable` */
export const signIn = (email: string, password: string) => sessionStore.signIn(email, password);
export const signOut = () => sessionStore.signOut();
export const changePassword = (current: string, next: string) => sessionStore.changePassword(current, next);
export const completeRecovery: SessionStore['completeRecovery'] = (token, next, revokeTokens) =>
  sessionStore.completeRecovery(token, next, revokeTokens);
export const onAuthEvent: SessionStore['onAuthEvent'] = (listener) => sessionStore.onAuthEvent(listener);
export const recheckAdmin = () => sessionStore.recheckAdmin();
