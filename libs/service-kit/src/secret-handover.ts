import type { Redis } from 'ioredis';

const keyOf = (id: string) => `docfolio:secret:${id}`;

/**
 * Passes a short-lived secret from one service to another through Redis. Events, jobs and databases, which are stored
 * longer, carry only its id.
 */
export class SecretHandover {
  constructor(private readonly redis: Redis) {}

  /**
   * Stores a secret unless one is stored under this id, so that a repeated attempt gets the first secret.
   * @param lifetime seconds
   * @returns the stored secret
   * @throws Error if the stored secret expires during the call: calling again stores the new one
   */
  async offer(id: string, secret: string, lifetime: number): Promise<string> {
    await this.redis.set(keyOf(id), secret, 'EX', lifetime, 'NX');
    const stored = await this.read(id);
    if (stored === null) throw new Error('The secret has expired');
    return stored;
  }

  read(id: string): Promise<string | null> {
    return this.redis.get(keyOf(id));
  }

  async discard(id: string): Promise<void> {
    await this.redis.del(keyOf(id));
  }
}
