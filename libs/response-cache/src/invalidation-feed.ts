import { type CacheTag, cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import { type CacheInvalidation, cacheInvalidation } from '@docfolio/contracts/cache-invalidation';
import { Redis } from 'ioredis';

/** What the feed says of its connection; a pino logger fits. */
export interface FeedLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface InvalidationFeedOptions {
  redisUrl: string;
  logger: FeedLogger;
  /** Milliseconds between looks at the counter, each of which has to be answered within as many; 5,000 by default. */
  heartbeat?: number;
}

type DropListener = (tags: readonly CacheTag[], sequence: number) => void;
type FlushListener = () => void;

/** Milliseconds that `start` waits for Redis. */
const startPatience = 2_000;
/** Milliseconds between attempts to reconnect, at most. */
const reconnectDelay = 250;

/**
 * Tells of invalidations as they are announced. While Redis is away it tells nothing, so that what is kept is handed
 * out until its lifetime ends rather than the site being dead; once it is back, and whenever a number is missing, it
 * says `flush`, since nobody knows what was missed.
 */
export class InvalidationFeed {
  private readonly redis: Redis;
  private readonly dropListeners: DropListener[] = [];
  private readonly flushListeners: FlushListener[] = [];
  private readonly heartbeat: number;
  private timer: NodeJS.Timeout | undefined;
  private carriedOut = 0;
  /** Whether every invalidation since `carriedOut` is sure to be heard. */
  private synced = false;
  /** The last invalidation heard before that was sure. */
  private heard = 0;
  private lost = false;
  private onSynced: () => void = () => undefined;

  constructor(private readonly options: InvalidationFeedOptions) {
    this.heartbeat = options.heartbeat ?? 5_000;
    this.redis = new Redis(options.redisUrl, {
      lazyConnect: true,
      // Ordinary commands beside the subscription: the counter's reply comes behind the messages that it has counted.
      protocol: 3,
      autoResubscribe: false,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 3_000,
      // A server that has gone silent without closing the connection.
      socketTimeout: this.heartbeat,
      retryStrategy: (times) => Math.min(50 * times, reconnectDelay),
      maxLoadingRetryTime: 500,
    });
    this.redis.on('error', (error) => this.onLost(error));
    this.redis.on('close', () => {
      this.synced = false;
    });
    this.redis.on('ready', () => this.attempt(() => this.subscribe()));
    this.redis.on('message', (_channel, message) => this.receive(message));
  }

  /** Number of the last invalidation whose listeners have run; 0 until the counter has been read. */
  get sequence(): number {
    return this.carriedOut;
  }

  /** Runs for each invalidation, before `sequence` becomes its number. */
  onDrop(listener: DropListener): void {
    this.dropListeners.push(listener);
  }

  /** Runs when invalidations may have been missed, before `sequence` becomes that of the last of them. */
  onFlush(listener: FlushListener): void {
    this.flushListeners.push(listener);
  }

  /** Begins to listen. Resolves when it does, or after two seconds without Redis; it goes on trying then. */
  async start(): Promise<void> {
    let patience: NodeJS.Timeout | undefined;
    const ready = new Promise<void>((resolve) => {
      this.onSynced = resolve;
      patience = setTimeout(resolve, startPatience);
    });
    this.redis.connect().catch((error: Error) => this.onLost(error));
    this.timer = setInterval(() => this.attempt(() => this.compare()), this.heartbeat);
    await ready;
    clearTimeout(patience);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.onSynced();
    this.redis.disconnect();
  }

  private async subscribe(): Promise<void> {
    this.heard = 0;
    await this.redis.subscribe(cacheChannel);
    const counted = await this.counter();
    this.flush(Math.max(counted, this.heard));
    this.synced = true;
    this.onSynced();
    if (this.lost) this.options.logger.info({ sequence: this.carriedOut }, 'invalidations are heard again');
    this.lost = false;
  }

  private receive(message: string): void {
    const invalidation = invalidationOf(message);
    if (!invalidation) {
      this.options.logger.warn({}, 'an invalidation that cannot be read');
      this.flush(this.carriedOut);
      return;
    }
    const { sequence, tags } = invalidation;
    if (this.synced && sequence !== this.carriedOut + 1) {
      this.flush(sequence);
      return;
    }
    for (const listener of this.dropListeners) listener(tags, sequence);
    if (this.synced) this.carriedOut = sequence;
    else this.heard = sequence;
  }

  /** Finds a message that was lost on the way, a counter that began anew, and a server that says nothing more. */
  private async compare(): Promise<void> {
    if (!this.synced) return;
    const before = this.carriedOut;
    const counted = await this.counter();
    if (this.synced && (counted > this.carriedOut || counted < before)) this.flush(counted);
  }

  private async counter(): Promise<number> {
    return Number((await this.redis.get(cacheSequenceKey)) ?? 0);
  }

  private flush(sequence: number): void {
    for (const listener of this.flushListeners) listener();
    this.carriedOut = sequence;
  }

  /** What fails does so for want of a working connection: a new one begins from the start. */
  private attempt(work: () => Promise<void>): void {
    work().catch((error: Error) => {
      this.onLost(error);
      if (this.redis.status === 'ready') this.redis.disconnect(true);
    });
  }

  private onLost(error: Error): void {
    if (this.lost || this.redis.status === 'end') return;
    this.lost = true;
    this.options.logger.warn({ err: error }, 'invalidations are not heard');
  }
}

function invalidationOf(message: string): CacheInvalidation | undefined {
  try {
    return cacheInvalidation.safeParse(JSON.parse(message)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
