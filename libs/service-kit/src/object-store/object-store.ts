import type { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/problem';

export interface ObjectEntry {
  name: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

export interface ObjectInfo extends ObjectEntry {
  contentType: string;
}

/** A part of an object: both bytes are counted from 0 and part of it, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  contentType: string;
  /** Bytes, where they are known beforehand. */
  size?: number;
}

/**
 * Where a service keeps its files: a bucket, or a folder on one machine. An object is there whole or not at all.
 * Names: 1 to 200 characters, segments of `a-z A-Z 0-9 . _ -` divided by `/`, none beginning with a dot.
 */
export interface ObjectStore {
  /** Stores an object, in place of one of that name. A body that fails leaves what was there. */
  put(name: string, body: Readable | Buffer, options: PutOptions): Promise<ObjectEntry>;
  /**
   * The whole object, or a part that it has.
   * @throws ProblemError `not_found`
   */
  get(name: string, range?: ByteRange): Promise<Readable>;
  /** @throws ProblemError `not_found` */
  stat(name: string): Promise<ObjectInfo>;
  /** Objects whose names begin with `prefix`, by name. */
  list(prefix?: string): AsyncIterable<ObjectEntry>;
  /**
   * Gives an object another name, in place of one of that name; it counts as modified now.
   * @throws ProblemError `not_found`
   */
  move(name: string, target: string): Promise<void>;
  /** Removes an object; one that isn't there is no error. */
  remove(name: string): Promise<void>;
  /** Prepares the store. @throws Error while it cannot be used */
  ready(): Promise<void>;
}

const nameLimit = 200;
const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** @throws ProblemError `validation_failed` for a name that might mean another place than the store */
export function assertObjectName(name: string): void {
  if (name.length <= nameLimit && namePattern.test(name)) return;
  throw new ProblemError('validation_failed', { errors: [{ path: 'name', message: 'Not a name of a file' }] });
}
