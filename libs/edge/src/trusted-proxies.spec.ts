import { networkOf, parseTrustedProxies, rateLimitKey } from './trusted-proxies.js';

describe('parseTrustedProxies', () => {
  it('trusts no address for an empty list', () => {
    expect(parseTrustedProxies('')('127.0.0.1')).toBe(false);
  });

  it('trusts listed addresses and ranges, also in their IPv4-mapped form', () => {
    const isTrusted = parseTrustedProxies('127.0.0.1, 10.0.0.0/8 ,::1,fd00::/8');
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.200.3.4', '::1', 'fd12::9'])
      expect(isTrusted(address as string)).toBe(true);
    for (const address of ['127.0.0.2', '11.0.0.1', '::2', 'fe80::1', '', undefined, 'unknown'])
      expect(isTrusted(address as string)).toBe(false);
  });

  it.each(['localhost', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/x'])(
    'refuses the entry %s and names it',
    (text) => {
      expect(() => parseTrustedProxies(`127.0.0.1, ${text}`)).toThrow(text);
    },
  );

  it('refuses an address with two prefix lengths', () => {
    expect(() => parseTrustedProxies('10.0.0.1/8/8')).toThrow('invalid IP address: 10.0.0.1/8');
  });
});

describe('rateLimitKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, counted) => {
    expect(rateLimitKey(address)).toBe(counted);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['::1', '0:0:0::/48'],
  ])('is for %s %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
