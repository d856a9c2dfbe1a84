import { reuseGrace, rotate } from './refresh-rotation.js';
import { type RefreshToken, RefreshTokens } from './refresh-token.js';

const start = Date.parse('2026-01-01T00:00:00Z');
const session = '7a1b2c3d-0000-4000-8000-000000000001';
const refreshTokens = new RefreshTokens('a secret of at least thirty-two characters');

describe('refresh token rotation', () => {
  const first = refreshTokens.issue(session);
  const successorOf = (token: RefreshToken) => refreshTokens.successorOf(token);
  const second = successorOf(first);
  const third = successorOf(second);
  const spentAt = ({ hash }: RefreshToken, at: number) => ({ hash, at: new Date(at) });
  const once = { live: [second.hash], spent: [spentAt(first, start)] };

  it('replaces the token that was used', () => {
    const rotation = rotate({ live: [first.hash], spent: [] }, first, successorOf, start);
    expect(rotation).toEqual({ outcome: 'rotated', next: second, tokens: once });
  });

  it('returns the same successor to a token used again within the grace period, and changes nothing', () => {
    expect(rotate(once, first, successorOf, start + reuseGrace)).toEqual({ outcome: 'repeated', next: second });
    expect(rotate(once, first, successorOf, start + reuseGrace + 1)).toEqual({ outcome: 'reused' });
  });

  it('returns the live token when the successor has been used as well', () => {
    const twice = { live: [third.hash], spent: [spentAt(first, start), spentAt(second, start + 1)] };
    expect(rotate(twice, first, successorOf, start + 2)).toEqual({ outcome: 'repeated', next: third });
  });

  it('adds the derived successor if an earlier version had issued a random one', () => {
    const earlier = { live: ['random'], spent: [spentAt(first, start)] };
    const tokens = { live: ['random', second.hash], spent: earlier.spent };
    expect(rotate(earlier, first, successorOf, start + 1)).toEqual({ outcome: 'rotated', next: second, tokens });
  });

  it('treats an unknown token of the session as reused', () => {
    expect(rotate({ live: ['another'], spent: [] }, first, successorOf, start)).toEqual({ outcome: 'reused' });
  });
});

describe('a refresh token', () => {
  it('can be parsed into its session and its stored hash', () => {
    const issued = refreshTokens.issue(session);
    expect(refreshTokens.read(issued.token)).toEqual(issued);
    expect(issued.token).not.toContain(issued.hash);
  });

  it('has one successor, which cannot be derived with another key', () => {
    const issued = refreshTokens.issue(session);
    const successor = refreshTokens.successorOf(issued);
    expect(refreshTokens.successorOf(issued)).toEqual(successor);
    expect(refreshTokens.read(successor.token)).toEqual(successor);
    const other = new RefreshTokens('another secret of at least thirty-two characters');
    expect(other.successorOf(issued).hash).not.toBe(successor.hash);
  });

  it('is refused if it was modified or sealed with another key', () => {
    const { token } = refreshTokens.issue(session);
    const [id, secret, seal] = token.split('.') as [string, string, string];
    const other = new RefreshTokens('another secret of at least thirty-two characters').issue(session).token;
    const otherSession = id.replace('1', '2');
    for (const forged of [
      '',
      'x',
      `${token}.`,
      `${token}.x`,
      `${id}.${secret}`,
      `${otherSession}.${secret}.${seal}`,
      `${id}.AAAA.${seal}`,
      other,
    ])
      expect(refreshTokens.read(forged)).toBeUndefined();
  });
});
