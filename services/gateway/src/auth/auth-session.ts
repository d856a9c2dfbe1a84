export interface SessionTokens {
  /** Each works once. Sessions of earlier versions may have several, with random successors. */
  live: string[];
  /** Used within the grace period, so that they may be used again. */
  spent: { hash: string; at: Date }[];
}

export interface AuthSession extends SessionTokens {
  /** UUID, `sid` of the access tokens. */
  _id: string;
  user_id: string;
  created_at: Date;
  refreshed_at: Date;
  /** Extended by each refresh; purged after it. */
  expires_at: Date;
  ended_at: Date | null;
  /** Raised by each refresh, so that of two concurrent ones one wins. */
  version: number;
}

/** ms until a session expires without a refresh. */
export const sessionLifetime = 30 * 24 * 3_600_000;
/** ms that an ended session stays stored: longer than its access tokens live. */
export const endedSessionTtl = 24 * 3_600_000;
