import type { Document } from 'bson';

/** Numeric error codes of MongoDB. */
export const codes = {
  internalError: 1,
  badValue: 2,
  failedToParse: 9,
  unauthorized: 13,
  typeMismatch: 14,
  overflow: 15,
  authenticationFailed: 18,
  illegalOperation: 20,
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
  dataCorruptionDetected: 301,
  mechanismUnavailable: 334,
  BSONObjectTooLarge: 10334,
  duplicateKey: 11000,
  outOfDiskSpace: 14031,
  keyTooLong: 17280,
  unknownField: 40415,
} as const;

/** An error that becomes a command's error reply; `details` are added to the reply's fields. */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
  }

  reply(): Document {
    const name = Object.entries(codes).find(([, code]) => code === this.code && code < 20_000)?.[0];
    const codeName = name ? name.charAt(0).toUpperCase() + name.slice(1) : `Location${this.code}`;
    return { ok: 0, errmsg: this.message, code: this.code, codeName, ...this.details };
  }
}

export const badValue = (message: string): MongoError => new MongoError(codes.badValue, message);
export const failedToParse = (message: string): MongoError => new MongoError(codes.failedToParse, message);
export const typeMismatch = (message: string): MongoError => new MongoError(codes.typeMismatch, message);

/** Returns the error NotImplemented (238) for a feature of MongoDB that this server lacks. */
export const unsupported = (what: string): MongoError =>
  new MongoError(codes.notImplemented, `${what} is not supported by the embedded server`);

export function allowOnly(where: string, object: Document, ...allowed: (readonly string[])[]): void {
  for (const key of Object.keys(object)) {
    if (!allowed.some((list) => list.includes(key)))
      throw new MongoError(codes.unknownField, `BSON field '${where}.${key}' is an unknown or unsupported field.`);
  }
}
