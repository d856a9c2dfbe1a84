import type { SessionUser } from '@docfolio/contracts/session';

/** Somebody who can sign in. */
export interface User {
  /** UUID */
  _id: string;
  /** Trimmed and lower-cased: one person, one row, however they type it. */
  email: string;
  /** argon2id, in its own encoded form. */
  password_hash: string;
  created_at: Date;
  password_changed_at: Date;
}

/** How an e-mail address is stored and looked up. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** What a session tells of its user. */
export function sessionUserOf(user: Pick<User, '_id' | 'email' | 'created_at'>): SessionUser {
  return { id: user._id, email: user.email, created_at: user.created_at.toISOString() };
}
