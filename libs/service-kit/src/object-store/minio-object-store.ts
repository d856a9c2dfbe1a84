import type { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/problem';
import { Client } from 'minio';
import {
  assertObjectName,
  type ByteRange,
  type ObjectEntry,
  type ObjectInfo,
  type ObjectStore,
  type PutOptions,
} from './object-store.js';

export interface MinioOptions {
  /** `http://host:9000` or `https://...`. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
}

/** Bytes of a part of an upload, which is held in memory: the least that S3 takes, since by default it is half a gigabyte. */
const partSize = 5 * 1024 * 1024;

/** Objects in a bucket of MinIO, or of anything else that speaks S3. */
export class MinioObjectStore implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor({ endpoint, accessKey, secretKey, bucket }: MinioOptions) {
    const url = new URL(endpoint);
    const useSSL = url.protocol === 'https:';
    const port = url.port === '' ? (useSSL ? 443 : 80) : Number(url.port);
    this.client = new Client({ endPoint: url.hostname, port, useSSL, accessKey, secretKey, partSize });
    this.bucket = bucket;
  }

  async put(name: string, body: Readable | Buffer, { contentType, size }: PutOptions): Promise<ObjectEntry> {
    assertObjectName(name);
    const headers = { 'Content-Type': contentType };
    const uploading = this.client.putObject(this.bucket, name, body, size, headers);
    if (Buffer.isBuffer(body)) await uploading;
    else await this.unlessItFails(body, name, uploading);
    return this.stat(name);
  }

  /** The client waits for ever for a body that fails, and takes up an upload that broke off before. */
  private async unlessItFails(body: Readable, name: string, uploading: Promise<unknown>): Promise<void> {
    const failed = new Promise<never>((_, reject) => {
      body.once('error', reject);
    });
    try {
      await Promise.race([uploading, failed]);
    } catch (error) {
      body.destroy();
      await this.client.removeIncompleteUpload(this.bucket, name);
      throw error;
    }
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    assertObjectName(name);
    if (!range) return this.client.getObject(this.bucket, name).catch(absent);
    const { start, end } = range;
    return this.client.getPartialObject(this.bucket, name, start, end - start + 1).catch(absent);
  }

  async stat(name: string): Promise<ObjectInfo> {
    assertObjectName(name);
    const { size, lastModified, metaData } = await this.client.statObject(this.bucket, name).catch(absent);
    return { name, size, modifiedAt: lastModified, contentType: String(metaData['content-type'] ?? '') };
  }

  async *list(prefix = ''): AsyncIterable<ObjectEntry> {
    for await (const item of this.client.listObjectsV2(this.bucket, prefix, true)) {
      const { name, size, lastModified } = item as { name?: string; size: number; lastModified?: Date };
      if (name !== undefined && lastModified) yield { name, size, modifiedAt: lastModified };
    }
  }

  async remove(name: string): Promise<void> {
    assertObjectName(name);
    await this.client.removeObject(this.bucket, name);
  }

  async ready(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    try {
      await this.client.makeBucket(this.bucket);
    } catch (error) {
      // Another replica may have made it meanwhile.
      if (!(await this.client.bucketExists(this.bucket))) throw error;
    }
  }
}

function absent(error: unknown): never {
  const code = (error as { code?: unknown }).code;
  if (code === 'NotFound' || code === 'NoSuchKey') throw new ProblemError('not_found', { cause: error });
  throw error;
}
