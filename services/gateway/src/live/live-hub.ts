import { liveHeartbeat, liveLookback } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import { blockingTimeout, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { Redis } from 'ioredis';
import type { Grants } from '../access/grants.js';
import { awaitAfter, covers, idBefore, type LiveEntry, type LogState, readAfter, readState } from './live-log.js';
import type { LiveStream } from './live-stream.js';

export const streamsOfSession = 20;
export const streamsOfProcess = 1_000;
const pageSize = 500;
/** ms between checks of all clients' rights, which notice revocations by other processes. */
const checkInterval = 2_000;
/** ms per attempt to connect to Redis. */
const connectTimeout = 10_000;

export interface LiveHubOptions {
  redisUrl: string;
  commands: Redis;
  grants: Grants;
  logger: Logger;
}

/** Reads changes from Redis, once per process, and sends them to the open CRMs that are still authorised. */
export class LiveHub {
  private readonly streams = new Set<LiveStream>();
  private readonly reader: Redis;
  private readonly timers: NodeJS.Timeout[] = [];
  /** Id of the last entry sent to live streams; undefined before the first read. */
  private position: string | undefined;
  private stopped = false;
  private beginReading: () => void = () => undefined;
  private readonly reading = new Promise<void>((resolve) => {
    this.beginReading = resolve;
  });

  constructor(private readonly options: LiveHubOptions) {
    this.reader = connectRedis(options.redisUrl, 'blocking', options.logger);
    options.grants.onChange(() => this.check());
  }

  start(): void {
    const beat = () => {
      for (const stream of this.streams) stream.sendHeartbeat();
    };
    this.timers.push(
      setInterval(beat, liveHeartbeat),
      setInterval(() => this.check(), checkInterval),
    );
    this.read().catch((error: unknown) => this.options.logger.error({ err: error }, 'live stream reader failed'));
  }

  /** Ends all streams, and admits no more. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const stream of this.streams) stream.end();
    this.reader.disconnect();
  }

  /**
   * Checks whether a session may open another stream. @throws ProblemError `rate_limited` (session has 20), `saturated`
   * (process has 1,000), `unavailable` (shutdown)
   */
  admit(sessionId: string): void {
    if (this.stopped) throw new ProblemError('unavailable', { retryAfter: 1 });
    const ofSession = [...this.streams].filter(({ principal }) => principal.session_id === sessionId);
    if (ofSession.length >= streamsOfSession) throw new ProblemError('rate_limited', { retryAfter: 10 });
    if (this.streams.size >= streamsOfProcess) throw new ProblemError('saturated', { retryAfter: 10 });
  }

  add(stream: LiveStream, lastEventId: string | undefined): void {
    this.streams.add(stream);
    this.bringUp(stream, lastEventId);
  }

  remove(stream: LiveStream): void {
    this.streams.delete(stream);
  }

  private bringUp(stream: LiveStream, lastEventId?: string): void {
    this.catchUp(stream, lastEventId).catch((error: unknown) => {
      this.options.logger.warn({ err: error }, 'live stream failed to catch up');
      stream.end();
    });
  }

  /** Sends missed changes in batches, as fast as the client reads, then switches the stream to new changes. */
  private async catchUp(stream: LiveStream, lastEventId: string | undefined): Promise<void> {
    const redis = this.options.commands;
    await this.reading;
    while (stream.isOpen) {
      try {
        await whenReady(redis, connectTimeout);
      } catch {
        // Redis is down: retries, while the stream stays open.
        continue;
      }
      const state = await readState(redis);
      let position = await this.begin(stream, state, stream.position ?? lastEventId);
      for (;;) {
        await stream.drained();
        stream.hold();
        const page = await readAfter(redis, position, pageSize);
        if ((await this.allowed([stream], 'end')).length === 0) return;
        if (!page) break;
        stream.send(page);
        if (page.length < pageSize) return stream.release();
        position = page.at(-1)!.id;
      }
    }
  }

  private async begin(stream: LiveStream, state: LogState, lastEventId: string | undefined): Promise<string> {
    const id = lastEventId ?? (await idBefore(this.options.commands, state, liveLookback));
    if (covers(state, id)) {
      if (stream.position !== id) stream.beginAt(id);
      return id;
    }
    stream.reset(state.last);
    return state.last;
  }

  private async read(): Promise<void> {
    let isKnown = false;
    while (!this.stopped) {
      try {
        await whenReady(this.reader, connectTimeout);
        if (!isKnown) await this.resume();
        const entries = await awaitAfter(this.reader, this.position!, pageSize, blockingTimeout * 1_000);
        isKnown = entries !== undefined;
        if (entries && entries.length > 0) await this.fanOut(entries);
      } catch (error) {
        if (this.stopped) return;
        isKnown = false;
        this.options.logger.debug({ err: error }, 'live stream read failed, will retry');
        // Commands fail although connected: reconnects.
        if (this.reader.status === 'ready') this.reader.disconnect(true);
      }
    }
  }

  /** Continues at the last position. If entries after it are lost, resets all clients and continues at the end. */
  private async resume(): Promise<void> {
    const state = await readState(this.reader);
    if (this.position !== undefined && !covers(state, this.position)) {
      this.options.logger.warn({ position: this.position, ...state }, 'live stream has a gap, clients reset');
      const streams = await this.allowed([...this.streams], 'end');
      for (const stream of streams) stream.reset(state.last);
      this.position = state.last;
    }
    this.position ??= state.last;
    this.beginReading();
  }

  /** Sends entries to authorised streams. Streams that are catching up queue them, or read them from Redis later. */
  private async fanOut(entries: readonly LiveEntry[]): Promise<void> {
    const audience = await this.allowed([...this.streams], 'end');
    for (const stream of audience) if (!stream.take(entries)) this.bringUp(stream);
    this.position = entries.at(-1)!.id;
  }

  private check(): void {
    this.allowed([...this.streams], 'keep').catch((error: unknown) =>
      this.options.logger.error({ err: error }, 'live stream authorisation failed'),
    );
  }

  /** Returns the authorised streams and ends the others. @param unknown what to do if rights cannot be read */
  private async allowed(streams: readonly LiveStream[], unknown: 'end' | 'keep'): Promise<LiveStream[]> {
    const sessions = new Map(streams.map(({ principal }) => [principal.session_id, principal.user_id]));
    const refused = new Set<string>();
    await Promise.all(
      [...sessions].map(async ([sessionId, userId]) => {
        try {
          const { live, admin } = await this.options.grants.read(sessionId, userId);
          if (!live || !admin) refused.add(sessionId);
        } catch {
          // The failing component has logged the cause.
          if (unknown === 'end') refused.add(sessionId);
        }
      }),
    );
    return streams.filter((stream) => {
      if (refused.has(stream.principal.session_id)) stream.end();
      return stream.isOpen;
    });
  }
}
