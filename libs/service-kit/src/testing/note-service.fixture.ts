import 'reflect-metadata';
import type { InputOf } from '@docfolio/contracts/core/operation';
import { loadConfig, serviceConfig } from '@docfolio/process/config';
import { Controller, Inject, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { startUntilSignal } from '../bootstrap.js';
import { occurred } from '../events/outbox.js';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { getModelToken, MongoModule } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import type { CallContext } from '../rpc/call-context.js';
import { Call, Handle, Input } from '../rpc/handle.js';
import { noteCreated, storedNotes } from './note.contract.js';
import { type NoteFields, NotesRepository, noteSchema } from './notes.repository.js';

// A service with a database, for the tests of submissions and events. Keys in Redis make it misbehave: `hang` stops it
// `before` or `after` its write until it is killed, or (`pause`) until the key is deleted; `die` ends the process between
// its write and the publication of the event.

const config = loadConfig(z.object({ ...serviceConfig, DB_NAME: z.string() }));
const logger = createLogger('media', config.LOG_LEVEL);
const journalToken = Symbol('Journal');

@Controller()
class NotesController {
  constructor(
    @Inject(NotesRepository) private readonly notes: NotesRepository,
    @Inject(journalToken) private readonly journal: Redis,
  ) {}

  @Handle(storedNotes.submit)
  async submit(@Input() input: InputOf<typeof storedNotes.submit>, @Call() call: CallContext) {
    await whenReady(this.journal, 5_000);
    // Read before the run is recorded, because a test may set the key for the next run as soon as it sees this one.
    const hang = await this.journal.get('hang');
    await this.journal.rpush('runs', call.recordId);
    if (hang === 'before') await forever();
    while (hang === 'pause' && (await this.journal.exists('hang')))
      await new Promise((resolve) => setTimeout(resolve, 50));
    this.notes.dieBeforePublishing = (await this.journal.getdel('die')) !== null;
    const { id } = await this.write(input, call);
    if (hang === 'after') await forever();
    return { id, status: 'stored' as const };
  }

  @Handle(storedNotes.create)
  create(@Input() input: InputOf<typeof storedNotes.create>, @Call() call: CallContext) {
    return this.write(input, call);
  }

  @Handle(storedNotes.list)
  list(@Input() query: InputOf<typeof storedNotes.list>) {
    return this.notes.list(query, { sorts: ['created_at', 'title'] });
  }

  private write({ title, author, slug }: InputOf<typeof storedNotes.create>, call: CallContext) {
    return this.notes.create(call.recordId, call.bodyHash, { title, author: author ?? null, slug }, (note) => [
      occurred(noteCreated, { note, by: 'test' }),
    ]);
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}

@Module({
  imports: [
    MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.DB_NAME }),
    MongoModule.forFeature('notes', noteSchema),
  ],
  controllers: [NotesController],
  providers: [
    { provide: journalToken, useFactory: () => connectRedis(config.REDIS_URL, 'commands', logger) },
    {
      provide: NotesRepository,
      inject: [getModelToken('notes'), OutboxPublisher],
      useFactory: (model: Model<Stored<NoteFields>>, outbox: OutboxPublisher) => new NotesRepository(model, outbox),
    },
  ],
})
class NoteServiceModule {
  constructor(@Inject(journalToken) private readonly journal: Redis) {}

  onApplicationShutdown(): Promise<void> {
    return closeRedis(this.journal);
  }
}

await startUntilSignal({
  name: 'media',
  module: NoteServiceModule,
  config,
  logger,
  operations: Object.values(storedNotes),
  subscribed: [],
  raised: [noteCreated],
});
