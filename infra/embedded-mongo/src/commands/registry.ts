import { type Document, ObjectId } from 'bson';
import { type Doc, isDoc, maxDocumentBytes } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { aggregate } from './aggregate.js';
import * as catalogCommands from './catalog-commands.js';
import { type Command, flag, integer, type Request, type Services } from './command.js';
import { explain } from './explain.js';
import { count, distinct, find, getMore, killCursors } from './find.js';
import { findAndModify, insert, remove, update } from './write.js';

/** The server version whose behaviour is followed, and its wire version. */
const serverVersion = '7.0.0';
const wireVersion = 21;
export const maxMessageBytes = 48_000_000;
const _processId = new ObjectId();

const ok: Command = { fields: [], run: () => ({ ok: 1 }) };

/** A standalone server: the driver then sends neither retryable writes nor transactions. */
const hello: Command = {
  fields: [
    'helloOk',
    'client',
    'compression',
    'hostInfo',
    'topologyVersion',
    'maxAwaitTimeMS',
    'loadBalanced',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'backpressure',
    'hello',
    'isMaster',
    'ismaster',
  ],
  run: ({ body, connectionId }) => ({
    helloOk: true,
    [body.hello === undefined ? 'ismaster' : 'isWritablePrimary']: true,
    maxBsonObjectSize: maxDocumentBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: wireVersion,
    readOnly: false,
    ok: 1,
  }),
};

const buildInfo: Command = {
  fields: [],
  run: () => ({
    version: serverVersion,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'docfolio-embedded',
    modules: [],
    bits: 64,
    maxBsonObjectSize: maxDocumentBytes,
    storageEngines: ['lmdb'],
    ok: 1,
  }),
};

const commands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  buildInfo,
  buildinfo: buildInfo,
  ping: ok,
  endSessions: ok,
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
  explain,
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  createIndexes: catalogCommands.createIndexes,
  dropIndexes: catalogCommands.dropIndexes,
  deleteIndexes: catalogCommands.dropIndexes,
  listIndexes: catalogCommands.listIndexes,
  create: catalogCommands.create,
  drop: catalogCommands.drop,
  dropDatabase: catalogCommands.dropDatabase,
  listCollections: catalogCommands.listCollections,
  listDatabases: catalogCommands.listDatabases,
};

/** Fields that any command may carry and that change nothing on a server of one node. */
const generic = [
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'comment',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
];
const transactional = ['txnNumber', 'startTransaction', 'autocommit'];

/** Runs one command document, and never throws a MongoError: those become its reply. */
export async function runCommand(body: Doc, services: Services, connectionId: number): Promise<Document | Uint8Array> {
  try {
    const name = Object.keys(body)[0] ?? '';
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    // Not code 20, which the driver rewrites into advice to use a replica set.
    if (transactional.some((field) => field in body))
      throw new MongoError(codes.commandNotSupported, 'Transactions are not supported by the embedded server');
    if (!command) throw new MongoError(codes.commandNotFound, `no such command: '${name}'`);
    for (const field of Object.keys(body)) {
      if (field !== name && !generic.includes(field) && !command.fields.includes(field)) {
        throw new MongoError(codes.unknownField, `BSON field '${name}.${field}' is an unknown or unsupported field.`);
      }
    }
    checkConcern(body);
    const limit = integer(body, 'maxTimeMS', 0);
    const request: Request = {
      body,
      db: typeof body.$db === 'string' ? body.$db : 'admin',
      services,
      connectionId,
      deadline: limit && name !== 'getMore' ? performance.now() + limit : undefined,
    };
    return await command.run(request);
  } catch (error) {
    if (error instanceof MongoError) return error.reply();
    throw error;
  }
}

/** One node that commits before it answers satisfies every level but those that need snapshots or linearizable reads. */
function checkConcern(body: Doc): void {
  const level = isDoc(body.readConcern) ? body.readConcern.level : undefined;
  if (level !== undefined && !['local', 'available', 'majority'].includes(String(level))) {
    throw new MongoError(
      codes.commandNotSupported,
      `The read concern level '${String(level)}' is not supported by the embedded server`,
    );
  }
  const w = isDoc(body.writeConcern) ? body.writeConcern.w : undefined;
  if (typeof w === 'number' && w > 1)
    throw new MongoError(codes.badValue, "cannot use 'w' > 1 when a host is not replicated");
  if (flag(body.lsid) || (typeof w === 'string' && w !== 'majority'))
    throw new MongoError(codes.badValue, 'Unknown write concern or session id');
}
