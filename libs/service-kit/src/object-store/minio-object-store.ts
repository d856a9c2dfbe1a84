import type { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { ConfigError } from '@docfolio/process/config';
import { Client, S3Error } from 'minio';
import {
  assertObjectName,
  type ByteRange,
  type ObjectEntry,
  type ObjectInfo,
  type ObjectStore,
  type PutOptions,
} from './object-store.js';

export interface MinioOptions {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
  /** Whether URLs are `endpoint/bucket/object`; otherwise `bucket.endpoint/object`. */
  pathStyle: boolean;
  prefix: string;
  createBucket: boolean;
}

/** Thrown if the store can be reached but refuses credentials or bucket: retrying does not help. */
export class ObjectStoreRefusedError extends ConfigError {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`The object store refuses access: ${code}. ${message}`, options);
  }
}

/** Bytes per part of an upload, which is in memory: the S3 minimum. For unknown sizes the client takes 512 MB. */
const partSize = 5 * 1024 * 1024;

/** S3 error codes of a store that is overloaded or starting. Others are permanent, such as wrong credentials. */
const transientCodes = new Set([
  '',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'XMinioServerNotInitialized',
]);

const isRefusal = (error: unknown): error is S3Error & { code: string } =>
  error instanceof S3Error && !transientCodes.has(error.code ?? '');

/**
 * Signs `content-type`, as Ceph RGW requires. The client does not sign headers on a list of lower-case names, such as
 * this one, and signs others in the order of their names as written: a capital first letter gets a header signed,
 * before `host`.
 */
class SigningClient extends Client {
  protected override getRequestOptions(...[options]: Parameters<Client['getRequestOptions']>) {
    const request = super.getRequestOptions(options);
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const isSigned = name <= 'content-type' && name !== 'content-length';
      return [isSigned ? name.charAt(0).toUpperCase() + name.slice(1) : name, value];
    });
    return { ...request, headers: Object.fromEntries(headers) };
  }
}

/** Stores objects in an S3-compatible bucket. */
export class MinioObjectStore implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly mayCreateBucket: boolean;

  constructor({ endpoint, accessKey, secretKey, bucket, region, pathStyle, prefix, createBucket }: MinioOptions) {
    const url = new URL(endpoint);
    const useSSL = url.protocol === 'https:';
    const port = url.port === '' ? (useSSL ? 443 : 80) : Number(url.port);
    const address = { endPoint: url.hostname, port, useSSL };
    this.client = new SigningClient({ ...address, accessKey, secretKey, region, pathStyle, partSize });
    this.bucket = bucket;
    this.prefix = prefix;
    this.mayCreateBucket = createBucket;
  }

  async put(name: string, body: Readable | Buffer, { contentType, size }: PutOptions): Promise<ObjectEntry> {
    assertObjectName(name);
    const headers = { 'Content-Type': contentType };
    const uploading = this.client.putObject(this.bucket, this.key(name), body, size, headers);
    if (Buffer.isBuffer(body)) await uploading;
    else await this.unlessItFails(body, name, uploading);
    return this.stat(name);
  }

  /** If the body fails, rejects and removes uploaded parts; the client would wait forever and resume them later. */
  private async unlessItFails(body: Readable, name: string, uploading: Promise<unknown>): Promise<void> {
    const failed = new Promise<never>((_, reject) => {
      body.once('error', reject);
    });
    // The client does not read a body of size 0, whose file would stay open.
    const settled = Promise.race([uploading, failed]).finally(() => body.destroy());
    try {
      await settled;
    } catch (error) {
      await this.client.removeIncompleteUpload(this.bucket, this.key(name)).catch((cleanup: { code?: string }) => {
        // No upload starts if the body fails before its first part.
        if (cleanup.code !== 'NoSuchUpload') throw new AggregateError([error, cleanup], 'upload not cleaned up');
      });
      throw error;
    }
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    assertObjectName(name);
    if (!range) return this.client.getObject(this.bucket, this.key(name)).catch(absent);
    const { start, end } = range;
    return this.client.getPartialObject(this.bucket, this.key(name), start, end - start + 1).catch(absent);
  }

  async stat(name: string): Promise<ObjectInfo> {
    assertObjectName(name);
    const { size, lastModified, metaData } = await this.client.statObject(this.bucket, this.key(name)).catch(absent);
    return { name, size, modifiedAt: lastModified, contentType: String(metaData['content-type'] ?? '') };
  }

  async *list(prefix = ''): AsyncIterable<ObjectEntry> {
    for await (const item of this.client.listObjectsV2(this.bucket, this.key(prefix), true)) {
      const { name, size, lastModified } = item as { name?: string; size: number; lastModified?: Date };
      if (name === undefined || !lastModified) continue;
      yield { name: name.slice(this.prefix.length), size, modifiedAt: lastModified };
    }
  }

  async move(name: string, target: string): Promise<void> {
    assertObjectName(name);
    assertObjectName(target);
    await this.client.copyObject(this.bucket, this.key(target), `/${this.bucket}/${this.key(name)}`).catch(absent);
    await this.remove(name);
  }

  async remove(name: string): Promise<void> {
    assertObjectName(name);
    await this.client.removeObject(this.bucket, this.key(name));
  }

  /** Checks or creates the bucket. @throws ObjectStoreRefusedError if access is refused; Error if unreachable */
  async ready(): Promise<void> {
    if (await this.bucketExists()) return;
    if (!this.mayCreateBucket)
      throw new ObjectStoreRefusedError(
        'NoSuchBucket',
        `Create the bucket ${this.bucket}, or set MINIO_CREATE_BUCKET=on.`,
      );
    try {
      await this.client.makeBucket(this.bucket);
    } catch (error) {
      // Another replica may have created it.
      if (await this.bucketExists()) return;
      throw isRefusal(error) ? new ObjectStoreRefusedError(error.code, error.message, { cause: error }) : error;
    }
  }

  private async bucketExists(): Promise<boolean> {
    try {
      return await this.client.bucketExists(this.bucket);
    } catch (error) {
      const refusal = await this.refusalOf(error);
      if (refusal) throw refusal;
      return true;
    }
  }

  /** Lists one key to learn why a HEAD request failed: its response has no body. @returns undefined if listing works */
  private async refusalOf(error: unknown): Promise<unknown> {
    try {
      await this.client.listObjectsV2Query(this.bucket, this.prefix, '', '', 1, '');
      // The key may be restricted to the prefix, which a HEAD request for the bucket lacks.
      return undefined;
    } catch (cause) {
      return isRefusal(cause) ? new ObjectStoreRefusedError(cause.code, cause.message, { cause }) : error;
    }
  }

  private key(name: string): string {
    return this.prefix + name;
  }
}

function absent(error: unknown): never {
  const code = (error as { code?: unknown }).code;
  if (code === 'NotFound' || code === 'NoSuchKey') throw new ProblemError('not_found', { cause: error });
  throw error;
}
