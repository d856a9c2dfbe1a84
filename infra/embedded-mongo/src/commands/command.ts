import type { Document } from 'bson';
import type { Credentials, ScramExchange } from '../auth/scram.js';
import { toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, typeMismatch } from '../errors.js';
import type { Catalog } from '../storage/catalog.js';
import type { CursorRegistry } from './cursors.js';

/** What commands work with. */
export interface Services {
  catalog: Catalog;
  cursors: CursorRegistry;
  /** Counted by the wire server. */
  connections: { current: number; totalCreated: number };
  /** Of the only user. Without it the server is open to every client. */
  credentials?: Credentials;
}

/** What the server remembers of a client. */
export interface ClientConnection {
  id: number;
  authenticated: boolean;
  /** Between saslStart and the last saslContinue. */
  exchange?: { scram: ScramExchange; skipEmptyExchange: boolean; verified: boolean };
}

export interface Request {
  /** The command document, its document sequences folded in. */
  body: Doc;
  db: string;
  services: Services;
  connection: ClientConnection;
  /** From maxTimeMS, on performance.now()'s clock (ms). */
  deadline?: number;
}

export interface Command {
  /** Fields the command understands, besides those of every command; any other is refused. */
  fields: string[];
  /** Its fields only choose sections of the reply, so that an unknown one is ignored. */
  ignoresOtherFields?: boolean;
  /** Also for clients that have not authenticated. */
  beforeAuthentication?: boolean;
  run(request: Request): Promise<Document | Uint8Array> | Document | Uint8Array;
}

/** `db.collection` of a command whose first field names the collection. */
export function namespace({ body, db }: Request, field = Object.keys(body)[0]!): string {
  const name = body[field];
  if (typeof name !== 'string') throw typeMismatch(`collection name has invalid type for ${field}`);
  if (name === '') throw new MongoError(codes.invalidNamespace, `Invalid namespace specified '${db}.'`);
  return `${db}.${name}`;
}

/** A whole number of a command's field within a range, or its default when it is absent. */
export function integer(body: Doc, field: string, fallback: number, least = 0): number {
  const value = body[field] ?? fallback;
  const number = isNumeric(value) ? Math.trunc(toNumber(value)) : Number.NaN;
  if (Number.isNaN(number)) throw typeMismatch(`BSON field '${field}' is the wrong type, expected a number`);
  if (number < least) throw new MongoError(51024, `BSON field '${field}' must be >= ${least}, not '${number}'`);
  return number;
}

export const flag = (value: Value): boolean => value === true || (isNumeric(value) && toNumber(value) !== 0);

export function arrayField(body: Doc, field: string): Value[] {
  const value = body[field];
  if (!Array.isArray(value)) throw badValue(`BSON field '${field}' is missing or not an array`);
  return value;
}

/** A document, such as a filter; an absent one is empty. */
export function documentField(body: Doc, field: string): Doc {
  const value = body[field] ?? {};
  if (!isDoc(value)) throw failedToParse(`Expected field ${field} to be of type object`);
  return value;
}

/** The hint of a command; an empty one is none. */
export const hintOf = ({ hint }: Doc): Value =>
  isDoc(hint) && Object.keys(hint).length === 0 ? undefined : (hint ?? undefined);
