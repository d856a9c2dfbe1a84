import type { SessionUser } from '@docfolio/contracts/session';

export interface User {
  _id: string;
  /** Email address, trimmed and lower-cased so that a person has one account. */
  email: string;
  /** Encoded argon2id hash: parameters, salt and hash in one text. */
  password_hash: string;
  created_at: Date;
  password_changed_at: Date;
}

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function sessionUserOf(user: Pick<User, '_id' | 'email' | 'created_at'>): SessionUser {
  return { id: user._id, email: user.email, created_at: user.created_at.toISOString() };
}
