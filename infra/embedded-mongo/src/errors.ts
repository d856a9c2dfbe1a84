import type { Document } from 'bson';

/** Error codes of the MongoDB server (its error_codes.yml) that this server answers. */
export const codes = {
  internal: 1,
  badValue: 2,
  failedToParse: 9,
  typeMismatch: 14,
  overflow: 15,
  namespaceNotFound: 26,
  indexNotFound: 27,
  pathNotViable: 28,
  conflictingUpdateOperators: 40,
  cursorNotFound: 43,
  namespaceExists: 48,
  maxTimeExpired: 50,
  dollarPrefixedField: 52,
  invalidIdField: 53,
  notSingleValue: 54,
  emptyFieldName: 56,
  commandNotFound: 59,
  immutableField: 66,
  cannotCreateIndex: 67,
  invalidOptions: 72,
  invalidNamespace: 73,
  indexOptionsConflict: 85,
  indexKeySpecsConflict: 86,
  commandNotSupported: 115,
  parallelArrays: 171,
  invalidIndexSpecification: 197,
  notImplemented: 238,
  memoryLimit: 292,
  tooLarge: 10334,
  duplicateKey: 11000,
  unknownField: 40415,
} as const;

const names: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  238: 'NotImplemented',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
};

/** A refusal as the server words it: a code, its name, a message and (duplicate keys) details. */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return names[this.code] ?? `Location${this.code}`;
  }

  /** The command reply that carries this error. */
  reply(): Document {
    return { ok: 0, errmsg: this.message, code: this.code, codeName: this.codeName, ...this.details };
  }
}

export const badValue = (message: string): MongoError => new MongoError(codes.badValue, message);
export const failedToParse = (message: string): MongoError => new MongoError(codes.failedToParse, message);
export const typeMismatch = (message: string): MongoError => new MongoError(codes.typeMismatch, message);

/** What a real server can do and this one refuses, so that no answer is ever silently wrong. */
export const unsupported = (what: string): MongoError =>
  new MongoError(codes.notImplemented, `${what} is not supported by the embedded server`);

/** Fields an object may carry; any other is refused with the server's code for an unknown field. */
export function allowOnly(where: string, object: Document, allowed: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!allowed.includes(key)) {
      throw new MongoError(codes.unknownField, `BSON field '${where}.${key}' is an unknown or unsupported field.`);
    }
  }
}
