import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

export interface TrustedProxies {
  readonly any: boolean;
  trusts(address: string | undefined): boolean;
}

/** Maximum number of memoised lookups, so that clients can't grow the map without bound. */
const maxMemoised = 1_000;

/** Parses comma-separated addresses and CIDR ranges. @throws Error naming the invalid entry */
export function parseTrustedProxies(text: string): TrustedProxies {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const list = new BlockList();
  for (const entry of entries) addEntry(list, entry);
  const check = (address: string) => {
    const plain = stripIpv4Mapping(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
  // Each lookup in a BlockList allocates outside the heap, and requests come from the same few proxies.
  const memo = new Map<string, boolean>();
  return {
    any: entries.length > 0,
    trusts(address) {
      if (!address || entries.length === 0) return false;
      let trusted = memo.get(address);
      if (trusted === undefined) {
        trusted = check(address);
        if (memo.size >= maxMemoised) memo.clear();
        memo.set(address, trusted);
      }
      return trusted;
    },
  };
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

function addEntry(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  const bits = prefix === undefined ? undefined : Number(prefix);
  const longest = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0) throw new Error(`${JSON.stringify(entry)} is not an address or a CIDR range`);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else if (prefix === '' || !Number.isInteger(bits) || bits < 0 || bits > longest)
    throw new Error(`${JSON.stringify(entry)} has no valid prefix length`);
  else list.addSubnet(address, bits, family);
}

/** Strips the IPv6 prefix that a dual-stack socket gives IPv4 peers: `::ffff:192.0.2.1`. */
function stripIpv4Mapping(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** Returns the key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address (usual size per client). */
export function limitedAddress(address: string): string {
  const plain = stripIpv4Mapping(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const after = tail.split(':').filter((group) => group !== '').length;
    while (groups.length + after < 8) groups.push('0');
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  while (network.length < 4) network.push('0');
  return `${network.join(':')}::/64`;
}
