import { EJSON } from 'bson';
import { type Collection, type Db, type Document, MongoClient, type MongoServerError } from 'mongodb';
import type { TestServer } from '../server';
import { sharedServer } from '../shared-server';

/** URI of the server that the conformance cases run on (MONGODB_URI); undefined: an embedded one, which the specs of a batch share. */
export const realServer = process.env.MONGODB_URI;

export interface Bench {
  client: MongoClient;
  db: Db;
  /** Creates a collection with these documents. Those without _id get their position as _id. */
  fill(docs: Document[]): Promise<Collection<Document>>;
}

let sequence = 0;

/** Registers set-up and tear-down of one server for a spec file. */
export function useServer(name: string): Bench {
  let server: TestServer | undefined;
  const bench = {} as Bench;
  beforeAll(async () => {
    if (!realServer) server = await sharedServer();
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

/** Returns a value as canonical EJSON, so that int32, double and Long differ in comparisons. */
export const typed = (value: unknown): unknown => JSON.parse(EJSON.stringify(value ?? null, { relaxed: false }));

/** Driver options for reads that keep BSON types instead of converting them to JavaScript types. */
export const raw = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Registers a case for a limit of the embedded server, which is skipped on other servers. */
export const embeddedLimit = realServer ? test.skip : test;

const embeddedLimitWords = 'not supported by the embedded server';

/** One of the `writeErrors` of a reply. */
interface WriteErrorReply {
  code: number;
  errmsg: string;
}

/** Returns an operation's error code, or 'not refused'. @throws Error if only the embedded server refuses it */
export async function codeOf(promise: Promise<unknown>): Promise<number | string | undefined> {
  return refusalCode(promise, (message) => {
    if (message.includes(embeddedLimitWords)) throw new Error(`register this case with embeddedLimit: ${message}`);
  });
}

/** Returns the error code of an operation, which may be one that only the embedded server refuses, or 'not refused'. */
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
