import type { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/core/problem';

export interface ObjectEntry {
  name: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

export interface ObjectInfo extends ObjectEntry {
  contentType: string;
}

/** First and last byte, both from 0 and inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  contentType: string;
  size?: number;
}

/** File storage of a service. Names: up to 200 of `A-Z a-z 0-9 . _ -`, in segments separated by `/`, no leading dot. */
export interface ObjectStore {
  /** Stores or replaces an object atomically: if the body fails, the old object stays. */
  put(name: string, body: Readable | Buffer, options: PutOptions): Promise<ObjectEntry>;
  /** Returns a stream of the object or a range of it. @throws ProblemError `not_found` */
  get(name: string, range?: ByteRange): Promise<Readable>;
  /** Returns size, type and modification time of an object. @throws ProblemError `not_found` */
  stat(name: string): Promise<ObjectInfo>;
  list(prefix?: string): AsyncIterable<ObjectEntry>;
  /** Renames an object, replacing the target. Its modification time becomes now. @throws ProblemError `not_found` */
  move(name: string, target: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Returns the bytes that are free; undefined if the store does not say. */
  free?(): Promise<number>;
  /** Creates the bucket or folder if needed and allowed. @throws Error if the store cannot be used */
  ready(): Promise<void>;
}

const nameLimit = 200;
const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Returns whether an object may have a name (see `ObjectStore`): no path leads out of a folder. */
export const isObjectName = (name: string): boolean => name.length <= nameLimit && namePattern.test(name);

/** Checks an object name. @throws ProblemError `validation_failed` */
export function assertObjectName(name: string): void {
  if (isObjectName(name)) return;
  throw new ProblemError('validation_failed', { errors: [{ path: 'name', message: 'Not a name of a file' }] });
}
