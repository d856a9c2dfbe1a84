export interface SessionTokens {
  /** Hashes of unused refresh tokens: one, but sessions of earlier versions may have several. */
  live: string[];
  /** Hashes of refresh tokens used in the last 10 s, which may be used again. */
  spent: { hash: string; at: Date }[];
}

export interface AuthSession extends SessionTokens {
  /** UUID; the claim `sid` of the session's access tokens. */
  _id: string;
  user_id: string;
  created_at: Date;
  refreshed_at: Date;
  /** Time of expiry and purge. Each refresh extends it. */
  expires_at: Date;
  ended_at: Date | null;
  /** Raised when a token is replaced: of two concurrent replacements one succeeds. */
  version: number;
}

/** ms after which a session without a refresh expires. */
export const sessionLifetime = 30 * 24 * 3_600_000;
/** ms that an ended session stays stored, longer than its access tokens are valid. */
export const endedSessionTtl = 24 * 3_600_000;
