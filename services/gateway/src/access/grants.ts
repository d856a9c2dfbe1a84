import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import type { Redis } from 'ioredis';
import type { AdminUser } from '../accounts/admin-user.js';

export interface Grant {
  live: boolean;
  admin: boolean;
}

export interface GrantSource {
  isSessionLive(sessionId: string): Promise<boolean>;
  adminUser(userId: string): Promise<Pick<AdminUser, 'is_active' | 'version'> | null>;
}

/** TTL in seconds of values read from MongoDB and of granted rights: a change that missed Redis is seen after it. */
const readTtl = 60;
/** TTL in seconds of revoked rights; outlives access tokens and concurrent reads, which could restore the rights. */
const revokedTtl = 15 * 60;

// Writes `<version>:<0|1>` unless a newer version is stored, so that a slow read cannot restore an old value.
const setNewerScript = `
local known = redis.call('GET', KEYS[1])
if known and tonumber(string.match(known, '^(%d+):')) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. ARGV[2], 'EX', ARGV[3])
return 1
`;

const sessionKey = (id: string) => `gateway:session:${id}`;
const adminKey = (userId: string) => `gateway:admin:${userId}`;

/**
 * Reads for each request whether its session is active and its user an admin, so that revocations take effect
 * immediately. Redis is a cache of MongoDB, which is read if a key is missing or Redis is down.
 */
export class Grants {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly source: GrantSource,
    private readonly logger: Logger,
  ) {}

  /** Returns the current rights of a session. @throws Error of MongoDB, if that has to be read and is down */
  async read(sessionId: string, userId: string): Promise<Grant> {
    const known = await this.readKnown(sessionKey(sessionId), adminKey(userId));
    const [session, admin] = known ?? [];
    const [live, isAdmin] = await Promise.all([
      session ? isGranted(session) : this.readSession(sessionId, known !== undefined),
      admin ? isGranted(admin) : this.readAdmin(userId, known !== undefined),
    ]);
    return { live, admin: isAdmin };
  }

  /** Returns whether a user is an active admin. @throws Error of MongoDB, if that has to be read and is down */
  async isAdmin(userId: string): Promise<boolean> {
    const known = await this.readKnown(adminKey(userId));
    const admin = known?.[0];
    return admin ? isGranted(admin) : this.readAdmin(userId, known !== undefined);
  }

  /** Registers a callback for changes by this process. Open streams use it to check their rights again. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Ends sessions in Redis for 15 minutes, for all gateway processes. Call it before the database write that ends them
   * for good: a concurrent read cannot revive them. @throws ProblemError `unavailable` without Redis
   */
  async sessionsEnded(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) await this.mustWrite(sessionKey(id), 1, false);
  }

  /**
   * Publishes a changed admin row to all gateway processes. Call it after the database write. @throws ProblemError
   * `unavailable` without Redis: the change takes effect within 60 s, or 15 minutes if it restores a revoked right
   */
  async adminChanged(row: Pick<AdminUser, '_id' | 'is_active' | 'version'>): Promise<void> {
    await this.mustWrite(adminKey(row._id), row.version, row.is_active);
  }

  /** Returns the values of keys in Redis, undefined while it is unavailable. */
  private async readKnown(...keys: string[]): Promise<(string | null)[] | undefined> {
    try {
      return await this.redis.mget(keys);
    } catch (error) {
      this.logger.warn({ cause: (error as Error).message }, 'redis unavailable, reading grants from mongodb');
      return undefined;
    }
  }

  private async readSession(sessionId: string, fill: boolean): Promise<boolean> {
    const live = await this.source.isSessionLive(sessionId);
    // Version 0, so that an active session never replaces an ended one (version 1).
    if (fill) await this.fill(sessionKey(sessionId), live ? 0 : 1, live);
    return live;
  }

  private async readAdmin(userId: string, fill: boolean): Promise<boolean> {
    const row = await this.source.adminUser(userId);
    const admin = row?.is_active ?? false;
    if (fill) await this.fill(adminKey(userId), row?.version ?? 0, admin);
    return admin;
  }

  private async fill(key: string, version: number, granted: boolean): Promise<void> {
    try {
      await this.write(key, version, granted, readTtl);
    } catch (error) {
      this.logger.warn({ cause: (error as Error).message }, 'grant not stored in redis');
    }
  }

  private async mustWrite(key: string, version: number, granted: boolean): Promise<void> {
    try {
      await this.write(key, version, granted, granted ? readTtl : revokedTtl);
    } catch (cause) {
      throw new ProblemError('unavailable', { cause });
    }
    for (const listener of this.listeners) listener();
  }

  private async write(key: string, version: number, granted: boolean, lifetime: number): Promise<void> {
    await this.redis.eval(setNewerScript, 1, key, version, granted ? '1' : '0', lifetime);
  }
}

function isGranted(value: string): boolean {
  return value.endsWith(':1');
}
