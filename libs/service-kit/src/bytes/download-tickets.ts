import { createHash, randomBytes } from 'node:crypto';
import type { ServiceName } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Below it stand the addresses that work once. */
export const downloadPath = '/api/v1/downloads';

const ticket = z.object({
  service: z.string().transform((name) => name as ServiceName),
  /** Of the object. */
  name: z.string(),
  /** What the file is called where it is saved. */
  file_name: z.string(),
});
export type DownloadTicket = z.output<typeof ticket>;

export interface TakenTicket extends DownloadTicket {
  /** Makes it good again for the time that it had left: what it stands for could not be begun. */
  giveBack(): Promise<void>;
}

/**
 * Addresses of files that need no session, since a link can't carry one: each works once, for a short while. Redis knows
 * the hash of a token only: who reads it there cannot use it.
 */
export class DownloadTickets {
  constructor(private readonly redis: Redis) {}

  /** @param lifetime seconds @returns the path that the ticket is good for, once */
  async issue(issued: DownloadTicket, lifetime: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(token), JSON.stringify(issued), 'EX', lifetime);
    return `${downloadPath}/${token}`;
  }

  /** Uses a ticket up: of several who come with one at once, one gets it. @throws ProblemError `not_found` */
  async take(token: string): Promise<TakenTicket> {
    const key = keyOf(token);
    const taken = Date.now();
    const [left, stored] = (await this.redis.multi().pttl(key).getdel(key).exec())!.map(([error, value]) => {
      if (error) throw error;
      return value;
    });
    if (typeof stored !== 'string') throw used();
    const giveBack = async () => {
      const remaining = Number(left) - (Date.now() - taken);
      if (remaining > 0) await this.redis.set(key, stored, 'PX', remaining, 'NX');
    };
    return { ...ticket.parse(JSON.parse(stored)), giveBack };
  }

  /** Looks at a ticket and leaves it good. @throws ProblemError `not_found` */
  async look(token: string): Promise<DownloadTicket> {
    const stored = await this.redis.get(keyOf(token));
    if (stored === null) throw used();
    return ticket.parse(JSON.parse(stored));
  }
}

function used(): ProblemError {
  return new ProblemError('not_found', { detail: 'This address has been used, or its time is over.' });
}

function keyOf(token: string): string {
  return `docfolio:download:${createHash('sha256').update(token).digest('base64url')}`;
}
