import { reuseGrace, rotate } from './refresh-rotation.js';
import { RefreshTokens } from './refresh-token.js';

const start = Date.parse('2026-01-01T00:00:00Z');

describe('rotation', () => {
  const used = rotate({ live: ['a'], spent: [] }, 'a', 'b', start);

  it('replaces the token that was used', () => {
    expect(used).toEqual({ outcome: 'rotated', tokens: { live: ['b'], spent: [{ hash: 'a', at: new Date(start) }] } });
  });

  it('gives a sibling to whoever uses it again at once', () => {
    if (used.outcome !== 'rotated') throw new Error('not rotated');
    const again = rotate(used.tokens, 'a', 'c', start + reuseGrace);
    // The time of its first use stays: the grace isn't drawn out by asking again.
    expect(again).toEqual({
      outcome: 'rotated',
      tokens: { live: ['b', 'c'], spent: [{ hash: 'a', at: new Date(start) }] },
    });
    expect(rotate(used.tokens, 'a', 'c', start + reuseGrace + 1)).toEqual({ outcome: 'reused' });
  });

  it('takes an unknown token of the session for a reused one', () => {
    expect(rotate({ live: ['b'], spent: [] }, 'a', 'c', start)).toEqual({ outcome: 'reused' });
  });

  it('keeps the number of siblings small', () => {
    const tokens = { live: ['1', '2', '3', '4', '5'], spent: [{ hash: 'a', at: new Date(start) }] };
    const next = rotate(tokens, 'a', '6', start);
    expect(next).toMatchObject({ tokens: { live: ['2', '3', '4', '5', '6'] } });
  });
});

describe('a refresh token', () => {
  const session = '7a1b2c3d-0000-4000-8000-000000000001';
  const tokens = new RefreshTokens('a secret of at least thirty-two characters');

  it('is read back as its session and what is stored of it', () => {
    const issued = tokens.issue(session);
    expect(tokens.read(issued.token)).toEqual({ sessionId: session, hash: issued.hash });
    expect(issued.token).not.toContain(issued.hash);
  });

  it('is not ours when anything of it was changed or another key sealed it', () => {
    const { token } = tokens.issue(session);
    const [id, secret, seal] = token.split('.') as [string, string, string];
    const other = new RefreshTokens('another secret of at least thirty-two characters').issue(session).token;
    const otherSession = id.replace('1', '2');
    for (const forged of ['', 'x', `${id}.${secret}`, `${otherSession}.${secret}.${seal}`, `${id}.AAAA.${seal}`, other])
      expect(tokens.read(forged)).toBeUndefined();
  });
});
