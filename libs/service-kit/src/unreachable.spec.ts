import * as ioredis from 'ioredis';
import * as minio from 'minio';
import * as mongodb from 'mongodb';
import mongoose from 'mongoose';
import { isUnreachable } from './unreachable.js';

/** What the driver retries. Not public: only this spec uses it, so that a new version of the driver is compared. */
const driver = jest.requireActual<{
  MONGODB_ERROR_CODES: Record<string, number>;
  isRetryableReadError(error: Error): boolean;
  isStateChangeError(error: Error): boolean;
}>('mongodb/lib/error');
const serverCodes = Object.entries(driver.MONGODB_ERROR_CODES).map(([name, code]) => ({ name, code }));

const labels = ['RetryableWriteError', 'TransientTransactionError', 'RetryableError', 'SystemOverloadedError'];

type ErrorClass = abstract new (...args: never[]) => Error;

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && (value === Error || value.prototype instanceof Error);

/** Every error class that the drivers export, by driver and name. A new version's classes fail until they are placed below. */
const classes = Object.entries({ mongodb, mongoose: mongoose.Error, minio, ioredis })
  .flatMap(([driver, exported]) =>
    Object.entries(exported as object).map(([name, type]): [string, unknown] => [`${driver} ${name}`, type]),
  )
  .filter((entry): entry is [string, ErrorClass] => isErrorClass(entry[1]));

const unreachable = [
  'mongodb MongoClientClosedError',
  'mongodb MongoNetworkError',
  'mongodb MongoNetworkTimeoutError',
  'mongodb MongoNotConnectedError',
  'mongodb MongoOperationTimeoutError',
  'mongodb MongoServerClosedError',
  'mongodb MongoServerSelectionError',
  'mongodb MongoStalePrimaryError',
  'mongodb MongoSystemError',
  'mongodb MongoTopologyClosedError',
  'mongoose MongooseServerSelectionError',
];

/** Makes an error without the constructor, whose arguments differ. */
const instanceOf = (type: ErrorClass): Error => {
  const error = Object.create(type.prototype) as Error;
  Object.defineProperty(error, 'message', { value: 'failed' });
  if (error instanceof mongodb.MongoError) Object.assign(error, { errorLabelSet: new Set() });
  if (!Object.hasOwn(type.prototype, 'name')) Object.defineProperty(error, 'name', { value: type.name });
  return error;
};

it('finds the classes of all four drivers', () => {
  expect(classes.length).toBeGreaterThan(60);
  expect(unreachable.filter((name) => !classes.some(([known]) => known === name))).toEqual([]);
});

it.each(classes)('%s says that a server cannot be reached, or that it can', (name, type) => {
  expect(isUnreachable(instanceOf(type))).toBe(unreachable.includes(name));
});

const coded = (code: string) => Object.assign(new Error('failed'), { code });

describe('an error says that a server cannot be reached', () => {
  it.each([
    ...['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
    ...['SlowDown', 'XMinioServerNotInitialized', 'ServiceUnavailable'],
  ])('with the code %s', (code) => expect(isUnreachable(coded(code))).toBe(true));

  it.each(['MaxRetriesPerRequestError', 'AbortError', 'InterruptError'])('as %s of ioredis', (name) => {
    expect(isUnreachable(Object.assign(new Error('failed'), { name }))).toBe(true);
  });

  it.each(['PoolClearedOnNetworkError', 'MongoPoolClearedError'])('as %s, which the driver does not export', (name) => {
    class Unexported extends mongodb.MongoNetworkError {
      override get name() {
        return name;
      }
    }
    expect(isUnreachable(new Unexported('interrupted due to server monitor timeout'))).toBe(true);
  });

  it.each(labels)('by the label %s of MongoDB', (label) => {
    const error = new mongodb.MongoServerError({ message: 'failed' });
    expect(isUnreachable(error)).toBe(false);
    error.addErrorLabel(label);
    expect(isUnreachable(error)).toBe(true);
  });

  it.each(serverCodes)('by the code $code ($name) of MongoDB exactly if the driver retries it', ({ code }) => {
    // The driver labels failed writes only, not reads and the batches of a cursor.
    const error = new mongodb.MongoServerError({ message: 'failed', code });
    expect(isUnreachable(error)).toBe(driver.isRetryableReadError(error) || driver.isStateChangeError(error));
  });

  it('by the code of MongoDB in an error that wraps it', () => {
    const cause = new mongodb.MongoServerError({ message: 'not primary', code: 10_107 });
    expect(isUnreachable(new Error('list not read', { cause }))).toBe(true);
  });

  it.each(['LOADING Redis is loading the dataset in memory', "READONLY You can't write against a read only replica."])(
    'by the reply of Redis: %s',
    (message) => expect(isUnreachable(new Error(message))).toBe(true),
  );

  it('by its cause, or by one of the errors that it collects', () => {
    const wrapped = new Error('upload failed', { cause: new AggregateError([new Error('x'), coded('ECONNREFUSED')]) });
    expect(isUnreachable(wrapped)).toBe(true);
  });

  it('not where the cause leads in a circle', () => {
    const error = new Error('failed');
    error.cause = error;
    expect(isUnreachable(error)).toBe(false);
  });
});

it.each([
  coded('NoSuchKey'),
  coded('AccessDenied'),
  coded('ENOENT'),
  // Only a code of MongoDB's server counts: other numbers are anything.
  Object.assign(new Error('failed'), { code: 91 }),
  new mongodb.MongoServerError({ message: 'duplicate key', code: 11_000 }),
  new TypeError('x is undefined'),
  'text',
  undefined,
])('%s is an error of another kind', (error) => expect(isUnreachable(error)).toBe(false));
