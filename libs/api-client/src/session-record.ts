import { type Session, session } from '@docfolio/contracts/session';
import { z } from 'zod';

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
const sessionRecord = z.object({
  id: z.string(),
  event: z.enum(authEvents),
  expires_at_local: z.number(),
  session: z.object(session.shape),
});
export type SessionRecord = z.output<typeof sessionRecord>;

export function recordOf(event: AuthEvent, granted: Session, now: number): SessionRecord {
  const id = `${now.toString(36)}.${Math.random().toString(36).slice(2)}`;
  return { id, event, expires_at_local: now + granted.expires_in * 1_000, session: granted };
}

/** Reads a stored record; what isn't one (another version's, half a text, somebody's edit) is no session. */
export function parseRecord(text: string | null): SessionRecord | null {
  if (text === null) return null;
  try {
    return sessionRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
