import { derivedId } from '@docfolio/service-kit/identity';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { derivedFields, type Stored, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import type { Connection, Schema } from 'mongoose';
import { config } from './config.js';
import { demoLeads } from './leads/demo-leads.js';
import { leadSchema } from './leads/leads.repository.js';
import { demoTimelines } from './timeline/demo-timelines.js';
import { timelineSchema } from './timeline/timeline.repository.js';

const hour = 3_600_000;

interface DemoRecord<Fields> {
  id: string;
  created_at: Date;
  /** What it comes from, as its `op_hash`: an event from there that comes after all makes it no second time. */
  origin?: string;
  fields: Partial<Fields>;
}

/** Puts records where they are missing; those that are there stay as they are. They raise no events. */
async function plant<Fields extends object>(
  connection: Connection,
  collection: string,
  schema: Schema<Stored<Fields>>,
  records: readonly DemoRecord<Fields>[],
): Promise<void> {
  const model = connection.model<Stored<Fields>>(collection, schema, collection);
  const traits = traitsOf(schema);
  await model.createIndexes();
  const none = Object.fromEntries(traits.fields.map((field) => [field, null]));
  const operations = records.map(({ id, created_at, origin, fields }) => {
    const record = { ...none, ...fields };
    const base = { created_at, updated_at: created_at, deleted_at: null, version: 1, outbox: [] };
    const $setOnInsert = { ...record, ...derivedFields(traits, record), ...base, op_hash: origin ?? null };
    return { updateOne: { filter: { _id: id }, update: { $setOnInsert }, upsert: true } };
  });
  await model.bulkWrite(operations as never);
}

/** Fills the CRM with made-up leads that raise no event, so no mail. Running it again changes nothing. */
async function seed(): Promise<void> {
  const logger = createLogger('leads-seed', 'warn');
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }, logger);
  const now = new Date();
  const leads = demoLeads.map(({ age, ...lead }) => ({
    id: derivedId('demo lead', lead.email),
    created_at: new Date(now.getTime() - age * hour),
    fields: { is_spam: false, ...lead },
  }));
  const subjects = leads.map(({ fields, ...lead }) => ({ ...fields, ...lead }));
  const entries = demoTimelines(subjects, now).map((entry) => ({ ...entry, created_at: entry.fields.at }));
  try {
    await plant(connection, 'leads', leadSchema, leads);
    await plant(connection, 'timeline_entries', timelineSchema, entries);
  } finally {
    await connection.close();
  }
}

await seed();
