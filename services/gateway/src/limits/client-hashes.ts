import { createHmac } from 'node:crypto';
import { networkOf } from '@docfolio/edge/trusted-proxies';

/** Hashes the networks of clients, so that services can count per visitor without knowing an address. */
export class ClientHashes {
  /** @param secret the same in every replica; without it nobody can find the address of a hash by trying all */
  constructor(private readonly secret: string) {}

  /** @param address as rate limits take it: that of the client behind trusted proxies */
  of(address: string): string {
    const hash = createHmac('sha256', this.secret).update(`client ${networkOf(address)}`);
    return hash.digest('base64url').slice(0, 16);
  }
}
