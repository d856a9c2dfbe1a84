import 'reflect-metadata';
import type { InputOf } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { loadConfig, serviceConfig } from '@docfolio/process/config';
import { Controller, Inject, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { startUntilSignal } from '../bootstrap.js';
import { createLogger } from '../logging.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { Handle, Input } from '../rpc/handle.js';
import { notes } from './note.contract.js';

// A service without a database, for the tests of request and reply: each run of a handler is written into a list.

const { MONGODB_URI: _, ...withoutDatabase } = serviceConfig;
const config = loadConfig(
  z.object({
    ...withoutDatabase,
    CONCURRENCY: z.coerce.number().default(64),
    HANDLERS: z.enum(['each', 'missing', 'two', 'foreign']).default('each'),
    /** Key of a Redis list. The loaded service pushes to `<GATE>:waiting` and starts once an item is pushed to GATE. */
    GATE: z.string().optional(),
  }),
);

const journalToken = Symbol('Journal');

@Controller()
class NotesController {
  constructor(@Inject(journalToken) private readonly journal: Redis) {}

  @Handle(notes.read)
  read(@Input() input: InputOf<typeof notes.read>) {
    return this.serve(input);
  }

  @Handle(notes.work)
  work(@Input() input: InputOf<typeof notes.work>) {
    return this.serve(input);
  }

  private async serve({ value, ms }: { value: string; ms: number }) {
    await whenReady(this.journal, 1_000);
    await this.journal.rpush('journal', value);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return { pid: process.pid, value };
  }
}

@Controller()
class FailingController {
  @Handle(notes.fail)
  fail(@Input() { how }: InputOf<typeof notes.fail>): Record<string, never> {
    if (how === 'problem')
      throw new ProblemError('conflict', { detail: 'Taken.', errors: [{ path: 'slug', message: 'Taken' }] });
    throw new Error('secret words of a driver');
  }
}

@Controller()
class SecondFailingController extends FailingController {
  @Handle(notes.fail)
  failAgain(): Record<string, never> {
    return {};
  }
}

const controllers = {
  each: [NotesController, FailingController],
  missing: [NotesController],
  two: [NotesController, SecondFailingController],
  foreign: [NotesController, FailingController],
}[config.HANDLERS];

const logger = createLogger('content', config.LOG_LEVEL);

@Module({
  controllers,
  providers: [{ provide: journalToken, useFactory: () => connectRedis(config.REDIS_URL, 'commands', logger) }],
})
class RequestServiceModule {
  constructor(@Inject(journalToken) private readonly journal: Redis) {}

  onApplicationShutdown(): Promise<void> {
    return closeRedis(this.journal);
  }
}

if (config.GATE) {
  const gate = new Redis(config.REDIS_URL);
  await gate.rpush(`${config.GATE}:waiting`, process.pid);
  await gate.blpop(config.GATE, 0);
  await gate.quit();
}

const { read, work, fail } = notes;
await startUntilSignal({
  name: 'content',
  module: RequestServiceModule,
  config,
  logger,
  operations: config.HANDLERS === 'foreign' ? [read, fail] : [read, work, fail],
  subscribed: [],
  concurrency: config.CONCURRENCY,
});
