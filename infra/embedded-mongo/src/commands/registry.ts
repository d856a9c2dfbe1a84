import type { Document } from 'bson';
import { type Doc, isDoc, maxDocumentBytes } from '../bson/values.js';
import { allowOnly, badValue, codes, MongoError } from '../errors.js';
import { aggregate } from './aggregate.js';
import { helloAuthentication, saslContinue, saslStart } from './auth-commands.js';
import * as catalogCommands from './catalog-commands.js';
import { type ClientConnection, type Command, integer, type Request, type Services } from './command.js';
import { explain } from './explain.js';
import { count, distinct, find, getMore, killCursors } from './find.js';
import { buildInfo, dbStats, listDatabases, serverStatus } from './server-commands.js';
import { findAndModify, insert, remove, update } from './write.js';

/** Wire version of MongoDB 7.0, whose behaviour this server follows. */
const wireVersion = 21;
export const maxMessageBytes = 48_000_000;

/** Largest message in bytes before authentication; handshakes have less than 2 KB. */
const maxBytesBeforeAuthentication = 16_384;

export const maxBytesFrom = (connection: ClientConnection, { credentials }: Services): number =>
  credentials && !connection.authenticated ? maxBytesBeforeAuthentication : maxMessageBytes;

const ok: Command = { fields: [], run: () => ({ ok: 1 }) };

/** Reports a standalone server, so that the driver sends no retryable writes. */
const hello: Command = {
  fields: [
    ...['helloOk', 'client', 'compression', 'topologyVersion', 'maxAwaitTimeMS', 'loadBalanced', 'backpressure'],
    ...['saslSupportedMechs', 'speculativeAuthenticate'],
  ],
  beforeAuthentication: true,
  run: (request) => ({
    helloOk: true,
    [request.body.hello === undefined ? 'ismaster' : 'isWritablePrimary']: true,
    maxBsonObjectSize: maxDocumentBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: request.connection.id,
    minWireVersion: 0,
    maxWireVersion: wireVersion,
    readOnly: false,
    ...helloAuthentication(request),
    ok: 1,
  }),
};

const commands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  saslStart,
  saslContinue,
  buildInfo,
  buildinfo: buildInfo,
  dbStats,
  listDatabases,
  serverStatus,
  ping: { ...ok, beforeAuthentication: true },
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
  ...catalogCommands,
};

/** Fields that every command may have. Only `$db` and `maxTimeMS` take effect; some concerns are refused. */
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

/** Runs the command that the first field of `body` names. @throws MongoError, which becomes the reply */
export async function runCommand(
  body: Doc,
  services: Services,
  connection: ClientConnection,
): Promise<Document | Uint8Array> {
  const name = Object.keys(body)[0] ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  // Code 115, not 20: the driver replaces the message of 20 with advice to use a replica set.
  if (transactional.some((field) => field in body))
    throw new MongoError(codes.commandNotSupported, 'Transactions are not supported by the embedded server');
  if (!command) throw new MongoError(codes.commandNotFound, `no such command: '${name}'`);
  if (services.credentials && !connection.authenticated && !command.beforeAuthentication)
    throw new MongoError(codes.unauthorized, `Command ${name} requires authentication`);
  if (!command.ignoresOtherFields) allowOnly(name, body, [name], generic, command.fields);
  checkConcern(body);
  const limit = integer(body, 'maxTimeMS', 0);
  const deadline = limit && name !== 'getMore' ? performance.now() + limit : undefined;
  const request: Request = { body, db: String(body.$db ?? 'admin'), services, connection, deadline };
  services.commands.set(name, (services.commands.get(name) ?? 0) + 1);
  return command.run(request);
}

/** Accepts read concern local, available or majority, and `w` of 0, 1 or majority. @throws MongoError for others */
function checkConcern({ readConcern, writeConcern }: Doc): void {
  const level = (isDoc(readConcern) && readConcern.level) || 'local';
  if (!['local', 'available', 'majority'].includes(String(level)))
    throw new MongoError(codes.commandNotSupported, `The read concern level '${String(level)}' is not supported`);
  const nodes = (isDoc(writeConcern) && writeConcern.w) || 0;
  if (![0, 1, 'majority'].includes(nodes as number)) throw badValue('a write concern can only ask for this one server');
}
