import type { Redis } from 'ioredis';

const keyOf = (id: string) => `docfolio:secret:${id}`;

/** Passes a short-lived secret to another service through Redis. Events and jobs, stored longer, carry only its id. */
export class SecretHandover {
  constructor(private readonly redis: Redis) {}

  /**
   * Stores a secret and returns it, or the one that an earlier attempt stored under this id. @param lifetime seconds
   * @throws Error if that one expires during the call; call again
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
