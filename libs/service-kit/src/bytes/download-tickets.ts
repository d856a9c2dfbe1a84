import { createHash, randomBytes } from 'node:crypto';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Redis } from 'ioredis';
import { z } from 'zod';

export const downloadPath = '/api/v1/downloads';

const ticket = z.object({
  service: z.string().transform((name) => name as ServiceName),
  name: z.string(),
  file_name: z.string(),
});
export type DownloadTicket = z.output<typeof ticket>;

export interface TakenTicket extends DownloadTicket {
  /** Makes the ticket valid again for its remaining lifetime, if the download could not start. */
  giveBack(): Promise<void>;
}

/** One-time download URLs, because a link cannot carry an access token. Redis stores only the hash of each token. */
export class DownloadTickets {
  constructor(private readonly redis: Redis) {}

  /** Stores a ticket. @param lifetime seconds @returns the path of its one-time URL */
  async issue(issued: DownloadTicket, lifetime: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(token), JSON.stringify(issued), 'EX', lifetime);
    return `${downloadPath}/${token}`;
  }

  /** Consumes a ticket; of concurrent callers one gets it. @throws ProblemError `not_found` if it is used or expired */
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

  /** Returns a ticket without consuming it. @throws ProblemError `not_found` if it is used or expired */
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
