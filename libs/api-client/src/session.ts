import { useSyncExternalStore } from 'react';
import { thisBrowser } from './browser-port.js';
import { loadingState, type SessionState, SessionStore } from './session-store.js';

export type { AuthEvent } from './session-record.js';
export type { AuthListener, SessionState } from './session-store.js';

/**
 * The session of the page. The host shares this module with every remote, so import it as
 * `@docfolio/api-client/session` and in no other way: a second copy would be a second session.
 */
export const sessionStore = new SessionStore(thisBrowser);

/** The session as the component sees it; renders `loading` on a server and until the first session check. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
}

/** @throws ProblemError `invalid_credentials`, `rate_limited`, `unavailable` ... */
export const signIn = (email: string, password: string) => sessionStore.signIn(email, password);
/** @throws ProblemError when the server can't be reached; the session then goes on. */
export const signOut = () => sessionStore.signOut();
export const changePassword = (current: string, next: string) => sessionStore.changePassword(current, next);
/** Sets a new password with the token of a recovery link and signs in. */
export const completeRecovery = (token: string, next: string) => sessionStore.completeRecovery(token, next);
/** Hears all auth events of the specification, section 4. Returns the way to unsubscribe. */
export const onAuthEvent: SessionStore['onAuthEvent'] = (listener) => sessionStore.onAuthEvent(listener);
/** Looks the admin flag up again: for a Retry button beside `adminLookup: 'failed'`. */
export const recheckAdmin = () => sessionStore.recheckAdmin();
