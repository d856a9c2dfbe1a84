import type { Document } from 'bson';
import type { Credentials, ScramExchange } from '../auth/scram.js';
import { toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, typeMismatch } from '../errors.js';
import type { Catalog } from '../storage/catalog.js';
import type { CursorRegistry } from './cursors.js';

export interface Services {
  catalog: Catalog;
  cursors: CursorRegistry;
  connections: { current: number; totalCreated: number };
  /** Number of commands that were run, by name. */
  commands: Map<string, number>;
  credentials?: Credentials;
}

export interface ClientConnection {
  id: number;
  authenticated: boolean;
  exchange?: { scram: ScramExchange; skipEmptyExchange: boolean; verified: boolean };
}

export interface Request {
  body: Doc;
  db: string;
  services: Services;
  connection: ClientConnection;
  /** Time at which maxTimeMS has passed, in ms of `performance.now()`. */
  deadline?: number;
}

export interface Command {
  /** Names of the command's own fields; a request with others, except those that every command may have, is refused. */
  fields: string[];
  /** Accepts and ignores unknown fields, which for this command only choose sections of the reply. */
  ignoresOtherFields?: boolean;
  beforeAuthentication?: boolean;
  run(request: Request): Promise<Document | Uint8Array> | Document | Uint8Array;
}

export function namespace({ body, db }: Request, field = Object.keys(body)[0]!): string {
  const name = body[field];
  if (typeof name !== 'string') throw typeMismatch(`collection name has invalid type for ${field}`);
  if (name === '') throw new MongoError(codes.invalidNamespace, `Invalid namespace specified '${db}.'`);
  return `${db}.${name}`;
}

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

export function documentField(body: Doc, field: string): Doc {
  const value = body[field] ?? {};
  if (!isDoc(value)) throw failedToParse(`Expected field ${field} to be of type object`);
  return value;
}

export const hintOf = ({ hint }: Doc): Value =>
  isDoc(hint) && Object.keys(hint).length === 0 ? undefined : (hint ?? undefined);
