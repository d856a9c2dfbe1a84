import { useSyncExternalStore } from 'react';
import { thisBrowser } from './browser-port.js';
import { loadingState, type SessionState, SessionStore } from './session-store.js';

export type { AuthEvent } from './session-record.js';
export type { AuthListener, SessionState } from './session-store.js';

/**
 * The page's session, shared by host and remotes as `@docfolio/api-client/session`. Import it only by that name: a second
 * copy would be a second session.
 */
export const sessionStore = new SessionStore(thisBrowser);

/** Returns the session state and re-renders when it changes; `loading` on a server and until the first session check. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
}

/** @throws ProblemError `invalid_credentials`, `rate_limited`, `unavailable` ... */
export const signIn = (email: string, password: string) => sessionStore.signIn(email, password);
/** @throws ProblemError if the server is unreachable; the session then stays */
export const signOut = () => sessionStore.signOut();
export const changePassword = (current: string, next: string) => sessionStore.changePassword(current, next);
/** Sets a new password with the token of a recovery link and signs in. */
export const completeRecovery = (token: string, next: string) => sessionStore.completeRecovery(token, next);
export const onAuthEvent: SessionStore['onAuthEvent'] = (listener) => sessionStore.onAuthEvent(listener);
export const recheckAdmin = () => sessionStore.recheckAdmin();
