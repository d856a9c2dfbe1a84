import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isUnreachable } from '../unreachable.js';
import { MinioObjectStore, ObjectStoreRefusedError } from './minio-object-store.js';

/** An S3 server that gives every request the same response. */
class FixedS3 {
  readonly requests: string[] = [];
  /** Whether HEAD responds 404 for every bucket. */
  hidesBuckets = false;
  /** Response to a list of objects. Default: the fixed response. */
  listing: string | undefined;
  /** Response to the list of unfinished uploads. Default: the fixed response. */
  unfinishedUploads: string | undefined;
  private readonly server: Server;

  constructor(status: number, code: string) {
    this.server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
      if (this.unfinishedUploads && request.method === 'GET' && request.url?.includes('uploads')) {
        return void response.writeHead(200).end(this.unfinishedUploads);
      }
      if (this.listing && request.url?.includes('list-type=2')) return void response.writeHead(200).end(this.listing);
      if (this.hidesBuckets && request.method === 'HEAD') return void response.writeHead(404).end();
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
afterEach(() => s3?.stop());

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

  it('reports a refusal with a non-standard error code', async () => {
    const store = await openStore(403, 'InvalidSecurity');
    await expect(store.ready()).rejects.toThrow(/InvalidSecurity/);
  });

  it('reports a refused signature, although the store responds 404 to HEAD and a bucket may be created', async () => {
    const store = await openStore(403, 'SignatureDoesNotMatch', { createBucket: true });
    s3.hidesBuckets = true;
    await expect(store.ready()).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
    await expect(store.ready()).rejects.toBeInstanceOf(ObjectStoreRefusedError);
  });

  it('reports no refusal of access when the store is overloaded', async () => {
    const store = await openStore(503, 'SlowDown');
    await expect(store.ready()).rejects.not.toBeInstanceOf(ObjectStoreRefusedError);
  });

  it('accepts a key that may only list its own prefix, although HEAD responds 403', async () => {
    const store = await openStore(403, 'AccessDenied');
    s3.listing = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
    await expect(store.ready()).resolves.toBeUndefined();
  });

  it('reports a missing bucket that it must not create', async () => {
    const store = await openStore(404, 'NoSuchBucket');
    await expect(store.ready()).rejects.toThrow(
      /NoSuchBucket.*Create the bucket images, or set MINIO_CREATE_BUCKET=on/,
    );
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('creates a missing bucket with createBucket', async () => {
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

it('reports why an upload failed, although removing the upload fails with NoSuchUpload', async () => {
  const store = await openStore(404, 'NoSuchUpload');
  s3.unfinishedUploads = '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>';
  const body = new Readable({ read: () => undefined });
  const stored = store.put('a.png', body, { contentType: 'image/png' });
  body.destroy(new Error('aborted by the sender'));
  await expect(stored).rejects.toThrow('aborted by the sender');
  expect(s3.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
});

it('closes the body of an empty object, which the S3 client does not read', async () => {
  const store = await openStore(200, '');
  const body = new Readable({ read: () => undefined });
  await store.put('empty', body, { contentType: 'image/png', size: 0 }).catch(() => undefined);
  expect(s3.requests[0]).toMatch(/^PUT /);
  expect(body.destroyed).toBe(true);
});

describe('the signature of an upload', () => {
  const secret = options.secretKey;
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

  /** Verifies Signature Version 4 as Ceph RGW does: each content-type, content-md5, host and x-amz-* header is signed. */
  function verify({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { authorization = '' } = headers;
    const [, scope = '', names = '', signature = ''] =
      /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(authorization) ?? [];
    const signed = names.split(';');
    const required = Object.keys(headers).filter((name) => /^(content-(type|md5)|host|x-amz-.*)$/.test(name));
    const unsigned = required.filter((name) => !signed.includes(name));
    if (unsigned.length) return `unsigned: ${unsigned.join()}`;
    const [path = '', query = ''] = url.split('?');
    const canonicalQuery = query
      .split('&')
      .sort()
      .map((each) => (each && !each.includes('=') ? `${each}=` : each));
    const canonical = [
      method,
      path,
      canonicalQuery.join('&'),
      ...[...signed].sort().map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      [...signed].sort().join(';'),
      headers['x-amz-content-sha256'],
    ].join('\n');
    const [date = '', region = '', service = '', end = ''] = scope.split('/');
    const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date));
    const hash = createHash('sha256').update(canonical).digest('hex');
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
    return hmac(key, text).toString('hex') === signature ? undefined : 'another signature';
  }

  /** Runs a server that refuses incompletely signed requests. @returns refused requests and content types */
  async function withStrictServer(run: (store: MinioObjectStore) => Promise<unknown>) {
    const refused: string[] = [];
    const types: (string | undefined)[] = [];
    const server = createServer(async (request, response) => {
      await buffer(request);
      const problem = verify(request);
      if (problem) refused.push(`${request.method} ${problem}`);
      types.push(request.headers['content-type']);
      response.writeHead(problem ? 403 : 200, { etag: '"1"', 'last-modified': new Date(0).toUTCString() });
      const body = request.url?.includes('uploads')
        ? request.method === 'GET'
          ? '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'
          : '<InitiateMultipartUploadResult><UploadId>upload</UploadId></InitiateMultipartUploadResult>'
        : request.method === 'POST'
          ? '<CompleteMultipartUploadResult><Location>/</Location><ETag>"1"</ETag></CompleteMultipartUploadResult>'
          : '';
      response.end(problem ? '<Error><Code>SignatureDoesNotMatch</Code></Error>' : body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await run(new MinioObjectStore({ endpoint, ...options, pathStyle: true, createBucket: false }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return { refused, types };
  }

  it('includes the content type of a buffer', async () => {
    const { refused, types } = await withStrictServer((store) =>
      store.put('a.png', Buffer.from('x'), { contentType: 'image/png', size: 1 }),
    );
    expect(refused).toEqual([]);
    expect(types).toContain('image/png');
  });

  it('includes the content type of a stream of unknown length', async () => {
    const { refused, types } = await withStrictServer((store) =>
      store.put('a.csv', Readable.from([Buffer.from('x')]), { contentType: 'text/csv; charset=utf-8' }),
    );
    expect(refused).toEqual([]);
    expect(types).toContain('text/csv; charset=utf-8');
  });
});

it('says that a store cannot be reached to which a stream cannot be sent, and whose rests cannot be removed', async () => {
  const store = await openStore(200, '');
  s3.stop();
  const sent = store.put('a.csv', Readable.from(['name\n', 'Ada\n']), { contentType: 'text/csv' });
  const failure = await sent.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect(isUnreachable(failure)).toBe(true);
});
