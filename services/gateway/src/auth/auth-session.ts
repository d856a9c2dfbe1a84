/** Hashes of a session's refresh tokens. */
export interface SessionTokens {
  /** Each works once. More than one only in sessions of earlier versions, whose successors were random. */
  live: string[];
  /** Used within the grace period: they may be used again. */
  spent: { hash: string; at: Date }[];
}

/** A sign-in and everything refreshed from it: the family of its tokens. */
export interface AuthSession extends SessionTokens {
  /** UUID; the access tokens' `sid`. */
  _id: string;
  user_id: string;
  created_at: Date;
  refreshed_at: Date;
  /** Each refresh moves it on; purged after it. */
  expires_at: Date;
  ended_at: Date | null;
  /** Raised by each refresh: two at once can't both win. */
  version: number;
}

/** ms that a session lasts without being refreshed. */
export const sessionLifetime = 30 * 24 * 3_600_000;
/** ms that an ended session is kept, far longer than the access tokens that name it. */
export const endedSessionKept = 24 * 3_600_000;
