import { useSyncExternalStore } from 'react';
import { thisBrowser } from './browser-port.js';
import { loadingState, type SessionState, SessionStore } from './session-store.js';

export type { AuthEvent } from './session-record.js';
export type { AuthListener, SessionState } from './session-store.js';

/**
 * The page's only session. Import it only as `@docfolio/api-client/session`, which host and remotes share: a relative
 * import in a remote would create a second session.
 */
export const sessionStore = new SessionStore(thisBrowser);

/** Returns the session state and re-renders when it changes. Its `status` is `loading` on a server and at first. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
}

/** Signs in and stores the session. @throws ProblemError `invalid_credentials`, `rate_limited`, `unavailable`, ... */
export const signIn = (email: string, password: string) => sessionStore.signIn(email, password);
/** Ends the session on the server and in all tabs. @throws ProblemError if that fails; the session then stays */
export const signOut = () => sessionStore.signOut();
export const changePassword = (current: string, next: string) => sessionStore.changePassword(current, next);
/** Sets a new password with the token of a recovery link and signs in. */
export const completeRecovery = (token: string, next: string) => sessionStore.completeRecovery(token, next);
export const onAuthEvent: SessionStore['onAuthEvent'] = (listener) => sessionStore.onAuthEvent(listener);
export const recheckAdmin = () => sessionStore.recheckAdmin();
