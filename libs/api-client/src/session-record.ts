import type { Session } from '@docfolio/contracts/session';

/** Specification, section 4. */
export const authEvents = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const;
export type AuthEvent = (typeof authEvents)[number];

/** Milliseconds between two looks at the session's age (specification, section 9). */
export const refreshCheckInterval = 30_000;
/** A token with less than this many milliseconds left is near expiry: three missed looks leave it valid. */
export const nearExpiry = 3 * refreshCheckInterval;

export const sessionKey = 'docfolio.session';

/**
 * What localStorage holds. `event` is what brought this session about, for the other tabs to announce; `id` makes
 * each write a new text, without which a storage event isn't raised; `expires_at_local` is the token's end on this
 * machine's clock, in milliseconds: the server's `expires_at` is worth nothing to a machine whose clock is wrong.
 */
export interface SessionRecord {
  id: string;
  event: AuthEvent;
  expires_at_local: number;
  session: Session;
}

export function recordOf(event: AuthEvent, granted: Session, now: number): SessionRecord {
  const id = `${now.toString(36)}.${Math.random().toString(36).slice(2)}`;
  return { id, event, expires_at_local: now + granted.expires_in * 1_000, session: granted };
}

/** Reads a stored record; what isn't one (another version's, half a text, somebody's edit) is no session. */
export function parseRecord(text: string | null): SessionRecord | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

// By hand, without the schema: this runs on every page, and the schema would bring zod to all of them.
function isRecord(value: unknown): value is SessionRecord {
  const { id, event, expires_at_local: expires, session } = fieldsOf(value);
  const { access_token: access, refresh_token: refresh, user } = fieldsOf(session);
  const strings = [id, access, refresh, fieldsOf(user).id, fieldsOf(user).email];
  return (
    strings.every((field) => typeof field === 'string') &&
    authEvents.includes(event as AuthEvent) &&
    Number.isFinite(expires)
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
