import type { Collection, MongoClient } from 'mongodb';
import { markerCollection } from './marker.js';

/** One database per process that stores documents. */
export const databases = [
  'docfolio_gateway',
  'docfolio_leads',
  'docfolio_content',
  'docfolio_media',
  'docfolio_notifications',
];

async function collectionNames(client: MongoClient, database: string): Promise<string[]> {
  const found = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.') && name !== markerCollection);
}

/** Returns the collections of both sides as pairs of equal names, including collections that only one side has. */
export async function collectionPairs(
  source: MongoClient,
  target: MongoClient,
): Promise<{ source: Collection; target: Collection }[]> {
  const pairs: { source: Collection; target: Collection }[] = [];
  for (const database of databases) {
    const names = new Set([...(await collectionNames(source, database)), ...(await collectionNames(target, database))]);
    for (const name of [...names].sort()) {
      pairs.push({ source: source.db(database).collection(name), target: target.db(database).collection(name) });
    }
  }
  return pairs;
}

/** Returns the collections (`database.collection`) that have documents; a migration may have created empty ones. */
export async function filledCollections(client: MongoClient): Promise<string[]> {
  const filled: string[] = [];
  for (const database of databases) {
    for (const name of await collectionNames(client, database)) {
      const first = await client
        .db(database)
        .collection(name)
        .findOne({}, { projection: { _id: 1 } });
      if (first) filled.push(`${database}.${name}`);
    }
  }
  return filled;
}
