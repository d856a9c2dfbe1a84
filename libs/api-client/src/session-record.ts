import type { Session } from '@docfolio/contracts/session';

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

/** ms between two checks whether the access token is about to expire (specification, section 9). */
export const refreshCheckInterval = 30_000;
/** A token that expires within this many ms is refreshed: up to three checks run before it expires. */
export const nearExpiry = 3 * refreshCheckInterval;

export const sessionKey = 'docfolio.session';

/** The session as stored in localStorage. */
export interface SessionRecord {
  /** Random, so that each write changes the value: browsers raise storage events only then. */
  id: string;
  /** The auth event of this write. Other tabs that read it raise the same event. */
  event: AuthEvent;
  /** When the access token expires, in ms since the epoch by this machine's clock. */
  expires_at_local: number;
  session: Session;
}

export function recordOf(event: AuthEvent, granted: Session, now: number): SessionRecord {
  const id = `${now.toString(36)}.${Math.random().toString(36).slice(2)}`;
  return { id, event, expires_at_local: now + granted.expires_in * 1_000, session: granted };
}

/** Parses a record from localStorage. @returns null if it is absent or invalid, e.g. written by another version */
export function parseRecord(text: string | null): SessionRecord | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

// Checks by hand, because this runs on every page and the schema would load zod.
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
