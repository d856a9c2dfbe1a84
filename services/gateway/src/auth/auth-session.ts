export interface SessionTokens {
  /** Hashes of unused refresh tokens, each valid once. Only sessions of earlier versions may have several. */
  live: string[];
  /** Hashes of recently used refresh tokens. They may be used again within the grace period. */
  spent: { hash: string; at: Date }[];
}

export interface AuthSession extends SessionTokens {
  /** UUID of the session, which its access tokens name as `sid`. */
  _id: string;
  user_id: string;
  created_at: Date;
  refreshed_at: Date;
  /** Time at which the session expires and is purged. Each refresh extends it. */
  expires_at: Date;
  ended_at: Date | null;
  /** Raised when a token is replaced, for optimistic locking: of two concurrent replacements one succeeds. */
  version: number;
}

/** ms until a session expires without a refresh. */
export const sessionLifetime = 30 * 24 * 3_600_000;
/** ms that an ended session stays stored: longer than its access tokens live. */
export const endedSessionTtl = 24 * 3_600_000;
