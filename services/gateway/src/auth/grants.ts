import { ProblemError } from '@docfolio/contracts/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import type { Redis } from 'ioredis';
import type { AdminUser } from './admin-user.js';

export interface Grant {
  live: boolean;
  admin: boolean;
}

export interface GrantSource {
  isSessionLive(sessionId: string): Promise<boolean>;
  adminUser(userId: string): Promise<Pick<AdminUser, 'is_active' | 'version'> | null>;
}

/** TTL in seconds of what was read from MongoDB, and of granted rights: a change that never reached Redis is seen after it. */
const readTtl = 60;
/** TTL in seconds of revoked rights: longer than an access token and any concurrent read, which could restore them. */
const revokedTtl = 15 * 60;

/**
 * Writes `<version>:<0|1>` unless a newer version is stored, so that neither a slow read nor the loser of two changes
 * restores an old grant.
 */
const setNewerScript = `
local known = redis.call('GET', KEYS[1])
if known and tonumber(string.match(known, '^(%d+):')) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. ARGV[2], 'EX', ARGV[3])
return 1
`;

const sessionKey = (id: string) => `gateway:session:${id}`;
const adminKey = (userId: string) => `gateway:admin:${userId}`;

/**
 * Reads per request, from Redis, whether a session is active and its user an admin, so that revocations take effect
 * immediately. MongoDB is the source of truth: it fills missing keys and replaces Redis while that is down.
 */
export class Grants {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly source: GrantSource,
    private readonly logger: Logger,
  ) {}

  /** Returns the current rights of a session. @throws the database's error if neither Redis nor MongoDB responds */
  async read(sessionId: string, userId: string): Promise<Grant> {
    let known: (string | null)[] | undefined;
    try {
      known = await this.redis.mget(sessionKey(sessionId), adminKey(userId));
    } catch (error) {
      this.logger.warn({ cause: (error as Error).message }, 'redis unavailable, reading grants from mongodb');
    }
    const [session, admin] = known ?? [];
    const [live, isAdmin] = await Promise.all([
      session ? isGranted(session) : this.readSession(sessionId, known !== undefined),
      admin ? isGranted(admin) : this.readAdmin(userId, known !== undefined),
    ]);
    return { live, admin: isAdmin };
  }

  /**
   * Registers a callback for changes made by this process, to check again the grants of streams, which outlive a request.
   */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Ends sessions for all gateway processes, for 15 minutes. Call it before the database write, which ends them for good: a
   * concurrent read of the database cannot make them active again.
   * @throws ProblemError `unavailable` without Redis
   */
  async sessionsEnded(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) await this.mustWrite(sessionKey(id), 1, false);
  }

  /**
   * Publishes a changed admin row to all gateway processes. Call it after the database write.
   * @throws ProblemError `unavailable` without Redis: the change then takes effect within a minute, a restored right within 15
   */
  async adminChanged(row: Pick<AdminUser, '_id' | 'is_active' | 'version'>): Promise<void> {
    await this.mustWrite(adminKey(row._id), row.version, row.is_active);
  }

  private async readSession(sessionId: string, fill: boolean): Promise<boolean> {
    const live = await this.source.isSessionLive(sessionId);
    // An active session is stored as version 0, so that it never replaces an ended one (version 1).
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
