import { recordId } from '@docfolio/contracts/core/text';
import { bodyHash, derivedId, newId } from './identity.js';

describe('derived ids', () => {
  it('are UUIDs of version 8 that the contracts accept', () => {
    const id = derivedId('POST /leads', 'key');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(recordId.safeParse(id).success).toBe(true);
    expect(recordId.safeParse(newId()).success).toBe(true);
  });

  it('identify one key of one operation', () => {
    expect(derivedId('POST /leads', 'key')).toBe(derivedId('POST /leads', 'key'));
    const others = [derivedId('POST /leads', 'other'), derivedId('POST /lead', 'skey'), derivedId('POST /leads', '')];
    expect(new Set([derivedId('POST /leads', 'key'), ...others]).size).toBe(4);
  });
});

describe('body hashes', () => {
  it('do not depend on the order of keys or on undefined values', () => {
    expect(bodyHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(
      bodyHash({ b: { d: null, c: [1, 2] }, a: 1, e: undefined }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [{ toJSON: 'a' }, { toJSON: 'b' }],
    ['{"a":1}', { a: 1 }],
  ])('distinguish %j from %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('are the same before and after a JSON round trip', () => {
    const body = { at: new Date(0), text: 'ünï\u2028', nested: [{ x: undefined }] };
    expect(bodyHash(JSON.parse(JSON.stringify(body)))).toBe(bodyHash(body));
  });
});
