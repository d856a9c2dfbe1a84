import { Binary, type Document } from 'bson';
import { ScramError, ScramExchange } from '../auth/scram.js';
import { isDoc, type Value } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { type ClientConnection, type Command, flag, type Request } from './command.js';

const mechanism = 'SCRAM-SHA-256';
const authSource = 'admin';

const conversationId = 1;

const failed = (): MongoError => new MongoError(codes.authenticationFailed, 'Authentication failed.');

function text(payload: Value): string {
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString('utf8');
  if (typeof payload === 'string') return Buffer.from(payload, 'base64').toString('utf8');
  throw failed();
}

const reply = (payload: string, done: boolean): Document => ({
  conversationId,
  done,
  payload: new Binary(Buffer.from(payload)),
  ok: 1,
});

/** Runs a step of a SCRAM exchange. A wrong message, user or password ends it with the same error (18). */
function step(connection: ClientConnection, work: () => Document): Document {
  try {
    return work();
  } catch (error) {
    connection.exchange = undefined;
    if (error instanceof ScramError) throw failed();
    throw error;
  }
}

function start({ body, connection, services }: Request, db: Value): Document {
  if (body.mechanism !== mechanism) {
    const name = String(body.mechanism);
    throw new MongoError(
      codes.mechanismUnavailable,
      `Received authentication for mechanism ${name} which is not enabled`,
    );
  }
  const { credentials } = services;
  if (!credentials || db !== authSource) throw failed();
  return step(connection, () => {
    const scram = new ScramExchange(credentials);
    const skipEmptyExchange = isDoc(body.options) && flag(body.options.skipEmptyExchange);
    const challenge = scram.challenge(text(body.payload));
    connection.exchange = { scram, skipEmptyExchange, verified: false };
    return reply(challenge, false);
  });
}

export const saslStart: Command = {
  fields: ['mechanism', 'payload', 'autoAuthorize', 'options'],
  beforeAuthentication: true,
  run: (request) => start(request, request.db),
};

export const saslContinue: Command = {
  fields: ['conversationId', 'payload'],
  beforeAuthentication: true,
  run: ({ body, connection }) =>
    step(connection, () => {
      const { exchange } = connection;
      if (!exchange || body.conversationId !== conversationId) throw failed();
      const proof = exchange.verified ? '' : exchange.scram.verify(text(body.payload));
      // Without `skipEmptyExchange` the client acknowledges the server's proof with an empty message.
      const done = exchange.verified || exchange.skipEmptyExchange;
      exchange.verified = true;
      if (done) {
        connection.authenticated = true;
        connection.exchange = undefined;
      }
      return reply(proof, done);
    }),
};

/** Returns what `hello` adds: the user's mechanisms, and the reply to a speculative saslStart unless that fails. */
export function helloAuthentication(request: Request): Document {
  const { saslSupportedMechs, speculativeAuthenticate } = request.body;
  const { credentials } = request.services;
  const result: Document = {};
  if (credentials && saslSupportedMechs === `${authSource}.${credentials.user}`) {
    result.saslSupportedMechs = [mechanism];
  }
  if (isDoc(speculativeAuthenticate) && speculativeAuthenticate.saslStart !== undefined) {
    try {
      const { ok: _, ...first } = start({ ...request, body: speculativeAuthenticate }, speculativeAuthenticate.db);
      result.speculativeAuthenticate = first;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
    }
  }
  return result;
}
