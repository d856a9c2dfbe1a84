import { parseArgs } from 'node:util';
import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { rebuildDerivedFields } from '@docfolio/service-kit/mongo/rebuild-derived-fields';
import { seededDocument } from '@docfolio/service-kit/mongo/seed-records';
import type { Connection, Model, Schema } from 'mongoose';
import { z } from 'zod';
import { seedConfigSchema } from './config.schema.js';
import {
  type BulkCollection,
  type BulkRecord,
  type BulkSizes,
  bulkCollections,
  bulkKinds,
} from './demo/bulk-records.js';
import { clientSchema } from './people/clients/clients.repository.js';
import { portfolioInquirySchema } from './people/inquiries/portfolio-inquiries.repository.js';
import { serviceInquirySchema } from './people/inquiries/service-inquiries.repository.js';
import { leadSchema } from './people/leads/leads.repository.js';
import { projectSchema } from './people/projects/projects.repository.js';
import { subscriberSchema } from './people/subscribers/subscribers.repository.js';

/** Records per database write. */
const batch = 500;
/** Maximum number of database writes in flight. */
const lanes = 4;

const schemas: Record<string, object> = {
  leads: leadSchema,
  clients: clientSchema,
  projects: projectSchema,
  blog_subscribers: subscriberSchema,
  service_inquiries: serviceInquirySchema,
  portfolio_inquiries: portfolioInquirySchema,
};

/** Parses the numbers of records, `--leads 100000 --clients 200 ...`; default 0. @throws Error for other arguments */
function readSizes(args: string[]): BulkSizes {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(bulkKinds.map((kind) => [kind, { type: 'string' as const, default: '0' }])),
  });
  const size = z.coerce.number().int().min(0);
  return Object.fromEntries(bulkKinds.map((kind) => [kind, size.parse(values[kind])])) as BulkSizes;
}

type StoredDocument = Record<string, unknown> & { _id: string };

/** Inserts the records of a batch that don't exist. @returns their number */
async function fillBatch(model: Model<StoredDocument>, records: BulkRecord[]): Promise<number> {
  const ids = records.map(({ id }) => id);
  // Index: _id. Includes deleted records, which stay deleted.
  const there = await model.collection.find({ _id: { $in: ids } } as never, { projection: { _id: 1 } }).toArray();
  const known = new Set<unknown>(there.map(({ _id }) => _id));
  const missing = records
    .filter(({ id }) => !known.has(id))
    .map((record) => ({ ...seededDocument(record, model.schema), updated_at: record.updated_at }));
  if (missing.length > 0) await model.collection.insertMany(missing as never[], { ordered: false });
  return missing.length;
}

async function fill(model: Model<StoredDocument>, { records, at }: BulkCollection, now: number): Promise<number> {
  let [from, done, added] = [0, 0, 0];
  const lane = async () => {
    while (from < records) {
      const first = from;
      from += batch;
      const some = Array.from({ length: Math.min(batch, records - first) }, (_, offset) => at(first + offset, now));
      const written = await fillBatch(model, some);
      added += written;
      done += some.length;
      report(`${model.collection.name} ${done} of ${records}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return added;
}

/** Shows progress by overwriting the last line of the terminal. */
function report(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`);
}

async function seedInBulk(connection: Connection, sizes: BulkSizes): Promise<void> {
  const now = Date.now();
  for (const collection of bulkCollections(sizes)) {
    if (collection.records === 0) continue;
    const began = performance.now();
    const schema = schemas[collection.name] as Schema;
    const model = connection.model(collection.name, schema, collection.name) as unknown as Model<StoredDocument>;
    await model.createIndexes();
    // Runs while the collection is small: otherwise the service would scan every record at its start.
    await rebuildDerivedFields(connection, model);
    const added = await fill(model, collection, now);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    report('');
    console.log(
      `${collection.name.padEnd(20)} ${added} added, ${collection.records - added} were there (${seconds} s)`,
    );
  }
}

// Inserts made-up records without events, so without emails. Running it again with the same numbers adds nothing.
const sizes = readSizes(process.argv.slice(2));
const config = loadConfig(seedConfigSchema);
const connection = await connectMongo(
  { uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE },
  createLogger('bulk-seed', 'error'),
);
try {
  await seedInBulk(connection, sizes);
} finally {
  await connection.close();
}
