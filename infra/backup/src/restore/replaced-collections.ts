import type { Collection, Db, MongoClient } from 'mongodb';
import { stagingPrefixes } from '../sources/collections.js';
import { databases } from '../sources/database-names.js';

const { restoring, replaced } = stagingPrefixes;

/** A collection that gets another name in its database. */
export interface Renaming {
  database: string;
  from: string;
  to: string;
}

async function namesIn(database: Db, prefix = ''): Promise<string[]> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  return collections.map(({ name }) => name).filter((name) => name.startsWith(prefix) && !name.startsWith('system.'));
}

async function staged(mongo: MongoClient, prefix: string): Promise<Collection[]> {
  const found: Collection[] = [];
  for (const each of databases) {
    const database = mongo.db(each);
    found.push(...(await namesIn(database, prefix)).map((name) => database.collection(name)));
  }
  return found;
}

export const replacedCollections = (mongo: MongoClient) => staged(mongo, replaced);

/** Drops what an interrupted restore has written. */
export async function dropRestoring(mongo: MongoClient): Promise<void> {
  for (const collection of await staged(mongo, restoring)) await collection.drop();
}

export async function dropReplaced(mongo: MongoClient): Promise<void> {
  for (const collection of await staged(mongo, replaced)) await collection.drop();
}

/** Returns what puts the restored collections in the place of all others. @param except collection of the restore */
export async function plannedRenamings(mongo: MongoClient, except: string): Promise<Renaming[]> {
  const renamings: Renaming[] = [];
  for (const database of databases) {
    const names = await namesIn(mongo.db(database));
    const rename = (from: string, to: string) => renamings.push({ database, from, to });
    for (const name of names)
      if (!name.startsWith(restoring) && !name.startsWith(replaced) && name !== except) rename(name, replaced + name);
    for (const name of names) if (name.startsWith(restoring)) rename(name, name.slice(restoring.length));
  }
  return renamings;
}

/** Does what is left of the renamings, in their order. */
export async function rename(mongo: MongoClient, renamings: readonly Renaming[]): Promise<void> {
  for (const { database, from, to } of renamings) {
    const names = await namesIn(mongo.db(database));
    if (names.includes(from) && !names.includes(to)) await mongo.db(database).collection(from).rename(to);
  }
}
