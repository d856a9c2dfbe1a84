import type { Readable } from 'node:stream';
import { inSpan } from '@docfolio/process/tracing/tracer';
import type { ByteRange, ObjectEntry, ObjectInfo, ObjectStore, PutOptions } from './object-store.js';

/** Traces the operations of a store. Names of objects, which are generated, do not get into spans either. */
export class TracedObjectStore implements ObjectStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly bucket: string,
  ) {}

  put(name: string, body: Readable | Buffer, options: PutOptions): Promise<ObjectEntry> {
    return this.trace('put', () => this.store.put(name, body, options));
  }

  get(name: string, range?: ByteRange): Promise<Readable> {
    return this.trace('get', () => this.store.get(name, range));
  }

  stat(name: string): Promise<ObjectInfo> {
    return this.trace('stat', () => this.store.stat(name));
  }

  list(prefix?: string): AsyncIterable<ObjectEntry> {
    return this.store.list(prefix);
  }

  move(name: string, target: string): Promise<void> {
    return this.trace('move', () => this.store.move(name, target));
  }

  remove(name: string): Promise<void> {
    return this.trace('remove', () => this.store.remove(name));
  }

  ready(): Promise<void> {
    return this.store.ready();
  }

  private trace<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const attributes = { 'docfolio.bucket': this.bucket, 'docfolio.operation': operation };
    return inSpan(`object ${operation}`, { kind: 'client', attributes }, work);
  }
}
