import type { SessionUser } from '@docfolio/contracts/entities/session';

export interface User {
  _id: string;
  /** Trimmed and in lower case, so that a person has one account. */
  email: string;
  /** Encoded argon2id hash with parameters and salt. */
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
