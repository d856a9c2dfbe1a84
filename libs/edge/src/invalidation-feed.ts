import { type CacheTag, cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { type CacheInvalidation, cacheInvalidation } from '@docfolio/contracts/core/cache-invalidation';
import { Redis } from 'ioredis';

export interface FeedLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface InvalidationFeedOptions {
  redisUrl: string;
  logger: FeedLogger;
  /** ms between two reads of the invalidation counter in Redis, and the timeout of each read. Default: 5,000. */
  heartbeat?: number;
}

export interface InvalidationListener {
  /** Called for each invalidation, before `feed.sequence` includes it, but not after a gap (see `flush`). */
  invalidate(tags: readonly CacheTag[], sequence: number): void;
  /** Clears the cache. Called when invalidations may have been missed, before `feed.sequence` is updated. */
  flush(): void;
}

const startTimeout = 2_000;
const maxReconnectDelay = 250;

/**
 * Receives the cache invalidations that services publish through Redis and passes them to its listeners (caches), which
 * it flushes after a reconnect or a gap. While Redis is down, caches serve entries until they expire.
 */
export class InvalidationFeed {
  private readonly redis: Redis;
  private readonly listeners: InvalidationListener[] = [];
  private readonly heartbeat: number;
  private timer: NodeJS.Timeout | undefined;
  private appliedSequence = 0;
  /** Whether the feed is subscribed and its caches reflect all invalidations up to `appliedSequence`. */
  private synced = false;
  private unsyncedSequence = 0;
  private disconnected = false;
  private onSynced: () => void = () => undefined;

  constructor(private readonly options: InvalidationFeedOptions) {
    this.heartbeat = options.heartbeat ?? 5_000;
    this.redis = new Redis(options.redisUrl, {
      lazyConnect: true,
      // With RESP3 one connection can subscribe and read the counter, whose reply then follows all messages it counts.
      protocol: 3,
      autoResubscribe: false,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 3_000,
      // Detects a server that stopped responding without closing the connection.
      socketTimeout: this.heartbeat,
      retryStrategy: (times) => Math.min(50 * times, maxReconnectDelay),
      maxLoadingRetryTime: 500,
    });
    this.redis.on('error', (error) => this.onDisconnected(error));
    this.redis.on('close', () => {
      this.synced = false;
    });
    this.redis.on('ready', () => this.runOrReconnect(() => this.subscribe()));
    this.redis.on('message', (_channel, message) => this.receive(message));
  }

  /** Number of the last invalidation that all listeners have handled; 0 until the counter was first read. */
  get sequence(): number {
    return this.appliedSequence;
  }

  /** Whether invalidations are received: not while Redis is down. */
  get isSynced(): boolean {
    return this.synced;
  }

  addListener(listener: InvalidationListener): void {
    this.listeners.push(listener);
  }

  /** Subscribes to invalidations. Resolves when subscribed or after 2 s; then it keeps retrying in the background. */
  async start(): Promise<void> {
    let timeout: NodeJS.Timeout | undefined;
    const ready = new Promise<void>((resolve) => {
      this.onSynced = resolve;
      timeout = setTimeout(resolve, startTimeout);
    });
    this.redis.connect().catch((error: Error) => this.onDisconnected(error));
    this.timer = setInterval(() => this.runOrReconnect(() => this.checkSequence()), this.heartbeat);
    await ready;
    clearTimeout(timeout);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.onSynced();
    this.redis.disconnect();
  }

  private async subscribe(): Promise<void> {
    this.unsyncedSequence = 0;
    await this.redis.subscribe(cacheChannel);
    const counter = await this.readCounter();
    this.flush(Math.max(counter, this.unsyncedSequence));
    this.synced = true;
    this.onSynced();
    if (this.disconnected)
      this.options.logger.info({ sequence: this.appliedSequence }, 'invalidation feed reconnected');
    this.disconnected = false;
  }

  private receive(message: string): void {
    const invalidation = parseInvalidation(message);
    if (!invalidation) {
      this.options.logger.warn({}, 'malformed invalidation, caches flushed');
      this.flush(this.appliedSequence);
      return;
    }
    const { sequence, tags } = invalidation;
    if (this.synced && sequence !== this.appliedSequence + 1) {
      this.flush(sequence);
      return;
    }
    for (const listener of this.listeners) listener.invalidate(tags, sequence);
    if (this.synced) this.appliedSequence = sequence;
    else this.unsyncedSequence = sequence;
  }

  private async checkSequence(): Promise<void> {
    if (!this.synced) return;
    const before = this.appliedSequence;
    const counter = await this.readCounter();
    if (this.synced && (counter > this.appliedSequence || counter < before)) this.flush(counter);
  }

  private async readCounter(): Promise<number> {
    return Number((await this.redis.get(cacheSequenceKey)) ?? 0);
  }

  private flush(sequence: number): void {
    for (const listener of this.listeners) listener.flush();
    this.appliedSequence = sequence;
  }

  private runOrReconnect(work: () => Promise<void>): void {
    work().catch((error: Error) => {
      this.onDisconnected(error);
      if (this.redis.status === 'ready') this.redis.disconnect(true);
    });
  }

  private onDisconnected(error: Error): void {
    if (this.disconnected || this.redis.status === 'end') return;
    this.disconnected = true;
    this.options.logger.warn({ err: error }, 'invalidation feed disconnected');
  }
}

function parseInvalidation(message: string): CacheInvalidation | undefined {
  try {
    return cacheInvalidation.safeParse(JSON.parse(message)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
