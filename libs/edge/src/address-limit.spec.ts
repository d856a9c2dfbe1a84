import { AddressLimit } from './address-limit.js';

describe('AddressLimit', () => {
  it('refuses requests over the limit of a minute with the seconds to wait', () => {
    let now = 1_000_000;
    const limit = new AddressLimit(3, () => now);
    expect([1, 2, 3].map(() => limit.count('192.0.2.1'))).toEqual([0, 0, 0]);
    expect(limit.count('192.0.2.1')).toBe(60);
    expect(limit.count('192.0.2.2')).toBe(0);
    // Two thirds of the previous window still count: its 3 requests weigh 2.
    now += 80_000;
    expect(limit.count('192.0.2.1')).toBe(0);
    expect(limit.count('192.0.2.1')).toBeGreaterThan(0);
    now += 180_000;
    expect(limit.count('192.0.2.1')).toBe(0);
  });

  it('allows everything when the limit is Infinity', () => {
    const limit = new AddressLimit(Number.POSITIVE_INFINITY);
    for (let request = 0; request < 100; request++) expect(limit.count('192.0.2.1')).toBe(0);
  });
});
