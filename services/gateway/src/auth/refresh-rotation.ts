import type { SessionTokens } from './auth-session.js';

/**
 * ms within which a used refresh token may be used again: its answer was lost on the way, or two tabs refreshed at
 * once. It gets a sibling. Later, somebody has a copy of it.
 */
export const reuseGrace = 10_000;

/** Siblings that can live side by side; the oldest go first. */
const maxLiveTokens = 5;

export type Rotation = { outcome: 'rotated'; tokens: SessionTokens } | { outcome: 'reused' };

/** What using the token `used` at `now` (ms) makes of a session's tokens, `issued` being the hash of the next one. */
export function rotate(tokens: SessionTokens, used: string, issued: string, now: number): Rotation {
  const fresh = tokens.spent.filter(({ at }) => now - at.getTime() <= reuseGrace);
  const isLive = tokens.live.includes(used);
  if (!isLive && !fresh.some(({ hash }) => hash === used)) return { outcome: 'reused' };
  const live = [...tokens.live.filter((hash) => hash !== used), issued].slice(-maxLiveTokens);
  const spent = isLive ? [...fresh, { hash: used, at: new Date(now) }] : fresh;
  return { outcome: 'rotated', tokens: { live, spent } };
}
