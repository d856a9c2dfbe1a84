import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { MinioObjectStore, ObjectStoreRefusedError } from './minio-object-store.js';

/** An S3 server that gives every request the same response. */
class FixedS3 {
  readonly requests: string[] = [];
  /** Response to a list of objects, if it is another one. */
  listing: string | undefined;
  /** Response to the list of unfinished uploads, if it is another one. */
  unfinishedUploads: string | undefined;
  private readonly server: Server;

  constructor(status: number, code: string) {
    this.server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
      if (this.unfinishedUploads && request.method === 'GET' && request.url?.includes('uploads')) {
        return void response.writeHead(200).end(this.unfinishedUploads);
      }
      if (this.listing && request.url?.includes('list-type=2')) return void response.writeHead(200).end(this.listing);
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>Refused</Message></Error>`);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const options = { accessKey: 'key', secretKey: 'secret', bucket: 'images', region: 'eu-1', prefix: '' };
let s3: FixedS3;
afterEach(() => s3.stop());

const openStore = async (status: number, code: string, more: { pathStyle?: boolean; createBucket?: boolean } = {}) => {
  s3 = new FixedS3(status, code);
  const endpoint = await s3.listen();
  return new MinioObjectStore({ endpoint, ...options, pathStyle: true, createBucket: false, ...more });
};

describe('readiness of a bucket', () => {
  it.each(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'AccessDenied'])(
    'fails with the S3 error code %s, which a HEAD response does not carry',
    async (code) => {
      const store = await openStore(403, code);
      const failure = await store.ready().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ObjectStoreRefusedError);
      expect(failure).toMatchObject({ code, message: expect.stringContaining(code) });
    },
  );

  it('counts an overloaded store as unavailable, not as refusing access', async () => {
    const store = await openStore(503, 'SlowDown');
    await expect(store.ready()).rejects.not.toBeInstanceOf(ObjectStoreRefusedError);
  });

  it('accepts a key that may only list its own prefix, which HEAD does not name', async () => {
    const store = await openStore(403, 'AccessDenied');
    s3.listing = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
    await expect(store.ready()).resolves.toBeUndefined();
  });

  it('names a missing bucket that it must not create', async () => {
    const store = await openStore(404, 'NoSuchBucket');
    await expect(store.ready()).rejects.toThrow(
      /NoSuchBucket.*Create the bucket images, or set MINIO_CREATE_BUCKET=on/,
    );
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('creates a missing bucket where it may', async () => {
    const store = await openStore(404, 'NoSuchBucket', { createBucket: true });
    await store.ready().catch(() => undefined);
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });
});

it('names the bucket in the path with pathStyle', async () => {
  const store = await openStore(403, 'AccessDenied');
  await store.ready().catch(() => undefined);
  expect(s3.requests[0]).toBe('HEAD 127.0.0.1/images');
});

it('reports why an upload failed, although no upload had begun that could be removed', async () => {
  const store = await openStore(404, 'NoSuchUpload');
  s3.unfinishedUploads = '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>';
  const body = new Readable({ read: () => undefined });
  const stored = store.put('a.png', body, { contentType: 'image/png' });
  body.destroy(new Error('aborted by the sender'));
  await expect(stored).rejects.toThrow('aborted by the sender');
  expect(s3.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
});
