import 'reflect-metadata';
import type { PayloadOf } from '@docfolio/contracts/core/event';
import { loadConfig, serviceConfig } from '@docfolio/process/config';
import { Inject, Injectable, Module } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';
import { z } from 'zod';
import { startUntilSignal } from '../bootstrap.js';
import { type EventMeta, OnEvent } from '../events/on-event.js';
import { type JobMeta } from '../jobs/define-job.js';
import { JobQueue } from '../jobs/job-queue.js';
import { WorksOn } from '../jobs/works-on.js';
import { InjectRecordModel, MongoModule } from '../mongo/mongo.module.js';
import { noteCreated } from './note.contract.js';
import { failsOnce, greet } from './note.jobs.js';

// A subscribing service for the tests of events and jobs. It counts each delivery, and has one effect per event.

const config = loadConfig(
  z.object({ ...serviceConfig, DB_NAME: z.string(), HANDLERS: z.enum(['each', 'missing', 'two']).default('each') }),
);

interface Effect {
  _id: string;
  note: string;
  deliveries: number;
}

const effectSchema = new Schema<Effect>({ _id: String, note: String, deliveries: Number }, { versionKey: false });

@Injectable()
class NoteSubscriber {
  constructor(
    @InjectRecordModel('effects') private readonly effects: Model<Effect>,
    @Inject(JobQueue) private readonly jobs: JobQueue,
  ) {}

  @OnEvent(noteCreated)
  async remember({ note }: PayloadOf<typeof noteCreated>, { eventId }: EventMeta) {
    if (note.title === failsOnce) {
      const { upsertedCount } = await this.effects.updateOne({ _id: `failed ${eventId}` }, {}, { upsert: true });
      if (upsertedCount > 0) throw new Error('not the first time');
    }
    await this.effects.updateOne(
      { _id: eventId },
      { $set: { note: note.id }, $inc: { deliveries: 1 } },
      { upsert: true },
    );
    await this.jobs.add(greet, { note: note.id }, { id: `greet:${eventId}` });
  }
}

@Injectable()
class Greeter {
  constructor(@InjectRecordModel('effects') private readonly effects: Model<Effect>) {}

  @WorksOn(greet)
  async greet({ note }: { note: string }, { attempt }: JobMeta) {
    if (attempt === 1) throw new Error('not the first time');
    await this.effects.updateOne({ _id: `greeted ${note}` }, { $inc: { deliveries: 1 } }, { upsert: true });
  }
}

@Injectable()
class SecondSubscriber {
  @OnEvent(noteCreated)
  ignore() {}
}

@Module({
  imports: [
    MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.DB_NAME }),
    MongoModule.forFeature('effects', effectSchema),
  ],
  providers: { each: [NoteSubscriber, Greeter], missing: [Greeter], two: [NoteSubscriber, SecondSubscriber, Greeter] }[
    config.HANDLERS
  ],
})
class NoteSubscriberModule {}

await startUntilSignal({
  name: 'notifications',
  module: NoteSubscriberModule,
  config,
  operations: [],
  subscribed: [noteCreated],
});
