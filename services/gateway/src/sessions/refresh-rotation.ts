import type { SessionTokens } from '../accounts/auth-session.js';
import type { RefreshToken } from './refresh-token.js';

/** ms for which a used token may be used again (lost response, two tabs). Later use means that it was stolen. */
export const reuseGrace = 10_000;

export type Rotation =
  /** First use: `next` replaces the token. `tokens` must be stored. */
  | { outcome: 'rotated'; next: RefreshToken; tokens: SessionTokens }
  /** Used again in time: `next` is the session's unused token, which replaced it. */
  | { outcome: 'repeated'; next: RefreshToken }
  | { outcome: 'reused' };

/** Returns the effect of using a refresh token. @param now ms since the epoch */
export function rotate(
  tokens: SessionTokens,
  used: RefreshToken,
  successorOf: (used: RefreshToken) => RefreshToken,
  now: number,
): Rotation {
  const fresh = tokens.spent.filter(({ at }) => now - at.getTime() <= reuseGrace);
  const isFresh = ({ hash }: RefreshToken) => fresh.some((spent) => spent.hash === hash);
  const isLive = tokens.live.includes(used.hash);
  if (!isLive && !isFresh(used)) return { outcome: 'reused' };
  let next = successorOf(used);
  while (isFresh(next)) next = successorOf(next);
  if (tokens.live.includes(next.hash)) return { outcome: 'repeated', next };
  const live = [...tokens.live.filter((hash) => hash !== used.hash), next.hash];
  const spent = isLive ? [...fresh, { hash: used.hash, at: new Date(now) }] : fresh;
  return { outcome: 'rotated', next, tokens: { live, spent } };
}
