import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { createLogger } from '../logging.js';
import { connectMongo } from './mongo.module.js';

/** Inserts a feature's missing demo records. Exported as `seed` from its `<name>.demo.ts`. */
export type DemoSeed = (connection: Connection, now: Date) => Promise<void>;

/** Runs `seed` of each `*.demo.js` below `folder`. Raises no events, so that no emails are sent. */
export async function seedDemo(service: string, folder: string, mongo: { uri: string; dbName: string }): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.demo.js')).sort();
  const connection = await connectMongo(mongo, createLogger(`${service}-seed`, 'warn'));
  const now = new Date();
  try {
    for (const file of files) {
      const { seed } = (await import(pathToFileURL(join(folder, file)).href)) as { seed: DemoSeed };
      await seed(connection, now);
    }
  } finally {
    await connection.close();
  }
}

/** Reads and validates a demo file. @throws Error that names the file and the mistake */
export function readDemo<T extends z.ZodType>(file: URL, schema: T): z.output<T> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file.pathname}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
