import { ProblemError } from '@docfolio/contracts/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import type { Redis } from 'ioredis';
import type { AdminUser } from './admin-user.js';

/** What an access token is still worth at this moment. */
export interface Grant {
  /** The session hasn't been ended. */
  live: boolean;
  /** An active admin_users row names the user. */
  admin: boolean;
}

/** The truth behind the grants. */
export interface GrantSource {
  isSessionLive(sessionId: string): Promise<boolean>;
  adminUser(userId: string): Promise<Pick<AdminUser, 'is_active' | 'version'> | null>;
}

/** Seconds that what was read from the database is believed: how long a change that never reached Redis goes unseen. */
const readLifetime = 60;
/** Seconds that an explicit change stands: longer than an access token and any read that raced with it. */
const changeLifetime = 15 * 60;

/**
 * Writes `<version>:<0|1>` unless a newer version stands there: neither a slow read nor the loser of two changes can
 * bring an old grant back.
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
 * Revocation in one Redis read a request, MongoDB being the truth: it fills what Redis doesn't know and stands in for
 * it while it is away.
 */
export class Grants {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly source: GrantSource,
    private readonly logger: Logger,
  ) {}

  /** @throws the database's error when neither Redis nor the database can tell. */
  async read(sessionId: string, userId: string): Promise<Grant> {
    let known: (string | null)[] | undefined;
    try {
      known = await this.redis.mget(sessionKey(sessionId), adminKey(userId));
    } catch (error) {
      this.logger.warn({ cause: (error as Error).message }, 'grants are read from the database');
    }
    const [session, admin] = known ?? [];
    const [live, isAdmin] = await Promise.all([
      session ? isGranted(session) : this.readSession(sessionId, known !== undefined),
      admin ? isGranted(admin) : this.readAdmin(userId, known !== undefined),
    ]);
    return { live, admin: isAdmin };
  }

  /** Runs after each change that this process has made: what was granted for longer than a request is to be read anew. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Ends sessions for every gateway process, to be called before the database is told: an ended session never comes
   * back, so nothing can go wrong in between.
   * @throws ProblemError `unavailable` without Redis.
   */
  async sessionsEnded(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) await this.mustWrite(sessionKey(id), 1, false);
  }

  /**
   * Tells every gateway process of a changed admin_users row, to be called after the database knows.
   * @throws ProblemError `unavailable` without Redis: the change is then seen within a minute.
   */
  async adminChanged(row: Pick<AdminUser, '_id' | 'is_active' | 'version'>): Promise<void> {
    await this.mustWrite(adminKey(row._id), row.version, row.is_active);
  }

  private async readSession(sessionId: string, fill: boolean): Promise<boolean> {
    const live = await this.source.isSessionLive(sessionId);
    // Version 0 against the 1 of an ended session.
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
      await this.write(key, version, granted, readLifetime);
    } catch (error) {
      this.logger.warn({ cause: (error as Error).message }, 'a grant was not kept');
    }
  }

  private async mustWrite(key: string, version: number, granted: boolean): Promise<void> {
    try {
      await this.write(key, version, granted, changeLifetime);
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
