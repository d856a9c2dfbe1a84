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

/** Registers cases that describe limits of the embedded server: a full server accepts what they expect to be refused. */
export const embeddedLimit = realServer ? test.skip : test;

const embeddedLimitWords = 'not supported by the embedded server';

/** One of the `writeErrors` of a reply. */
interface WriteErrorReply {
  code: number;
  errmsg: string;
}

/** The error code of an operation that every server refuses; fails when it is not refused, or is only a limit. */
export async function codeOf(promise: Promise<unknown>): Promise<number | string | undefined> {
  return refusalCode(promise, (message) => {
    if (message.includes(embeddedLimitWords)) throw new Error(`register this case with embeddedLimit: ${message}`);
  });
}

/** The error code of an operation that only the embedded server refuses. */
export const limitCodeOf = (promise: Promise<unknown>): Promise<number | string | undefined> =>
  refusalCode(promise, () => {});

async function refusalCode(
  promise: Promise<unknown>,
  check: (message: string) => void,
): Promise<number | string | undefined> {
  const error = await promise.then(
    () => undefined,
    (reason: MongoServerError | WriteErrorReply) => reason,
  );
  if (!error) return 'not refused';
  check('message' in error ? error.message : error.errmsg);
  return error.code ?? String(error);
}
