import { parseArgs } from 'node:util';
import type { Schema } from 'mongoose';
import { z } from 'zod';
import { createLogger } from '../logging.js';
import { type BulkCollection, type BulkProgress, fillInBulk, progressLine } from './bulk-fill.js';
import { connectMongo, type MongoOptions } from './mongo.module.js';

/** ms between lines of progress where there is no terminal. */
const reportEvery = 10_000;

/** Parses numbers of records, `--leads 100000 --clients 200 ...`; default 0. @throws Error for other arguments */
export function readBulkSizes<Kind extends string>(kinds: readonly Kind[], args: string[]): Record<Kind, number> {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(kinds.map((kind) => [kind, { type: 'string' as const, default: '0' }])),
  });
  const size = z.coerce.number().int().min(0);
  return Object.fromEntries(kinds.map((kind) => [kind, size.parse(values[kind])])) as Record<Kind, number>;
}

/** Fills collections and prints the progress and the result of each. Raises no events, so that no emails are sent. */
export async function seedInBulk(
  service: string,
  mongo: MongoOptions,
  collections: (BulkCollection & { schema: Schema })[],
): Promise<void> {
  const connection = await connectMongo(mongo, createLogger(`${service}-bulk-seed`, 'error'));
  try {
    for (const { schema, ...collection } of collections) {
      if (collection.records === 0) continue;
      const began = performance.now();
      const added = await fillInBulk(connection, schema, collection, reporter(collection.name));
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
      const there = collection.records - added;
      console.log(`${collection.name.padEnd(20)} ${added} added, ${there} were there (${seconds} s)`);
    }
  } finally {
    await connection.close();
  }
}

/** Returns a function that overwrites the last line of a terminal; elsewhere it prints a line every 10 s. */
function reporter(name: string): (progress: BulkProgress) => void {
  let printed = 0;
  return (progress) => {
    if (process.stdout.isTTY) return void process.stdout.write(`\r\x1b[2K${progressLine(name, progress)}`);
    if (progress.ms - printed < reportEvery || progress.done === progress.total) return;
    printed = progress.ms;
    console.log(progressLine(name, progress));
  };
}
