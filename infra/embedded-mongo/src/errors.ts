import type { Document } from 'bson';

/** Error codes of the MongoDB server (its error_codes.yml) that this server answers. */
export const codes = {
  internalError: 1,
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
  maxTimeMSExpired: 50,
  dollarPrefixedFieldName: 52,
  invalidIdField: 53,
  notSingleValueField: 54,
  emptyFieldName: 56,
  commandNotFound: 59,
  immutableField: 66,
  cannotCreateIndex: 67,
  invalidOptions: 72,
  invalidNamespace: 73,
  indexOptionsConflict: 85,
  indexKeySpecsConflict: 86,
  commandNotSupported: 115,
  cannotIndexParallelArrays: 171,
  notImplemented: 238,
  queryExceededMemoryLimitNoDiskUseAllowed: 292,
  BSONObjectTooLarge: 10334,
  duplicateKey: 11000,
  unknownField: 40415,
} as const;

/** The code's name as the server spells it; a code without one is named by its number. */
function nameOf(code: number): string {
  const key = Object.keys(codes).find((each) => codes[each as keyof typeof codes] === code && code < 20_000);
  return key ? key.charAt(0).toUpperCase() + key.slice(1) : `Location${code}`;
}

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
    return nameOf(this.code);
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
