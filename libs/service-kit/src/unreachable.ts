import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb';

/** Classes of the MongoDB driver whose errors, and those of their subclasses, say that no server answered. */
const mongoClasses = [
  MongoNetworkError,
  MongoSystemError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoClientClosedError,
];

/** Labels that the driver or the server gives to an error if the same command may succeed soon, e.g. after an election. */
const mongoLabels = ['RetryableWriteError', 'TransientTransactionError', 'RetryableError', 'SystemOverloadedError'];

/**
 * Codes of a server that has lost its primary, shuts down or cannot reach others. The driver retries reads once on them, but
 * labels no reads and batches of cursors. It does not export the list: `RETRYABLE_READ_ERROR_CODES` and
 * `SDAM_NOT_PRIMARY_CODES` of its lib/error.js, with which the spec compares this one.
 */
const mongoServerCodes = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Errors of drivers that export no class for them. */
const names = new Set([
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
  // ioredis.
  'MaxRetriesPerRequestError',
  'AbortError',
  'InterruptError',
]);

const codes = new Set([
  // Sockets and name resolution.
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // S3 stores that are overloaded, starting, or without enough disks.
  'InternalError',
  'RequestTimeout',
  'ServerNotInitialized',
  'ServiceUnavailable',
  'SlowDown',
  'SlowDownRead',
  'SlowDownWrite',
  'XMinioServerNotInitialized',
]);

const messages = [
  // ioredis, and replies of a Redis that is starting, is a replica, or has lost its primary.
  /^(Command timed out|Connection is closed|Stream isn't writeable|Redis is not available)/,
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF) /,
  // mongoose.
  /before initial connection is complete/,
  /buffering timed out/,
];

const maxDepth = 8;

interface Failure {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

function saysSo(error: Failure): boolean {
  if (error instanceof MongoError && mongoLabels.some((label) => error.hasErrorLabel(label))) return true;
  if (error instanceof MongoServerError && mongoServerCodes.has(error.code)) return true;
  return (
    mongoClasses.some((type) => error instanceof type) ||
    names.has(String(error.name)) ||
    codes.has(String(error.code)) ||
    messages.some((pattern) => pattern.test(String(error.message)))
  );
}

/**
 * Returns whether an error, its cause, or one of those that it collects says that a database, Redis or object store cannot be
 * reached or is not ready: the same command may succeed later. False for errors of a server that understood the command and can execute it.
 */
export function isUnreachable(error: unknown, depth = 0): boolean {
  // Not `instanceof Error`: errors of Node come from another realm in Jest.
  if (typeof error !== 'object' || error === null || depth > maxDepth) return false;
  const { cause, errors } = error as Failure;
  const within = [cause, ...(Array.isArray(errors) ? errors : [])];
  return saysSo(error) || within.some((each) => isUnreachable(each, depth + 1));
}
