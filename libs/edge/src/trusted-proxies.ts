import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

export type TrustedProxies = (address: string) => boolean;

/** Parses comma-separated addresses and CIDR ranges; '' trusts nobody. @throws TypeError naming the invalid entry */
export function parseTrustedProxies(text: string): TrustedProxies {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const isTrusted = proxyAddr.compile(entries);
  return memoise((address) => isTrusted(address, 0));
}

/** Returns the client's IP address, as Fastify's `request.ip` for `trustProxy: proxies`. */
export function addressOf(request: IncomingMessage, proxies: TrustedProxies): string {
  return proxyAddr(request as never, proxies);
}

export const trustedProxies = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return parseTrustedProxies(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** Returns the key that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export const rateLimitKey = memoise((address) => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
});

/**
 * Returns the network whose clients count as one where a few clients must not decide: an IPv4 address, or the /48 network
 * of an IPv6 address, of which one customer has up to 65,536 /64 networks.
 */
export const networkOf = memoise((address) => {
  const key = rateLimitKey(address);
  return key.endsWith('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key;
});

/** Memoises the results for 1,000 addresses; the number is bounded because clients choose them. */
function memoise<V extends {}>(compute: (address: string) => V): (address: string) => V {
  const memo = new LRUCache<string, V>({ max: 1_000, memoMethod: compute });
  return (address) => memo.memo(address);
}
