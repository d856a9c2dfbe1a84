import { EJSON } from 'bson';
import { type Collection, type Db, type Document, MongoClient, type MongoServerError } from 'mongodb';
import { startServer, type TestServer } from '../server';

/** The embedded server, or the one MONGODB_URI names: the same cases run on both. */
export const realServer = process.env.MONGODB_URI;

export interface Bench {
  client: MongoClient;
  db: Db;
  /** A collection that no other case uses, holding these documents; those without _id get their position. */
  fill(docs: Document[]): Promise<Collection<Document>>;
}

let sequence = 0;

/** Registers set-up and tear-down of one server for a spec file. */
export function useServer(name: string): Bench {
  let server: TestServer | undefined;
  const bench = {} as Bench;
  beforeAll(async () => {
    if (!realServer) server = await startServer();
    bench.client = await MongoClient.connect(realServer ?? server!.uri, {
      directConnection: true,
      ignoreUndefined: true,
    });
    bench.db = bench.client.db(`conformance_${name}_${process.pid}`);
    await bench.db.dropDatabase();
  });
  afterAll(async () => {
    await bench.db?.dropDatabase();
    await bench.client?.close();
    await server?.stop();
  });
  bench.fill = async (docs) => {
    const collection = bench.db.collection<Document>(`case${++sequence}`);
    if (docs.length)
      await collection.insertMany(docs.map((doc, index) => ('_id' in doc ? doc : { _id: index as never, ...doc })));
    return collection;
  };
  return bench;
}

/** A value with its BSON types visible, so that an int32 is not a double nor a Long. */
export const typed = (value: unknown): unknown => JSON.parse(EJSON.stringify(value ?? null, { relaxed: false }));

/** Reads with the types kept, which the driver would turn into JavaScript numbers. */
export const raw = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** The error code of what is refused; fails when nothing is. */
export async function codeOf(promise: Promise<unknown>): Promise<number | string | undefined> {
  try {
    await promise;
  } catch (error) {
    const { code, errorLabels } = error as MongoServerError;
    return code ?? String(error) + String(errorLabels);
  }
  return 'not refused';
}
