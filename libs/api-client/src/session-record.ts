import type { Session } from '@docfolio/contracts/entities/session';

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

/** ms between two checks of when the access token expires (specification, section 9). */
export const refreshCheckInterval = 30_000;
/** A token that expires within this many ms is refreshed, so that three checks can still run before it expires. */
export const nearExpiry = 3 * refreshCheckInterval;

export const sessionKey = 'docfolio.session';

export interface SessionRecord {
  /** Random: browsers raise a storage event only if the value changes. */
  id: string;
  /** The auth event of this write. Other tabs raise it when they read the record. */
  event: AuthEvent;
  /** When the access token expires: ms since the epoch by this machine's clock. */
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

// Checked by hand, because this runs on every page and a schema would load zod.
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
