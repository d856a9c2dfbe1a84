// Replaces MinIO. Does not check signatures.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import S3rver from '@20minutes/s3rver';
import account from '@20minutes/s3rver/lib/models/account.js';

const port = 9000;
const buckets = (process.env.BUCKETS ?? '').split(',').filter(Boolean);

const secret = (name: string): string => readFileSync(`/run/secrets/${name}`, 'utf8').trim();
// s3rver refuses unknown access keys.
account.DUMMY_ACCOUNT.createKeyPair(secret('minio_access_key'), secret('minio_secret_key'));

const store = new S3rver({
  directory: process.env.DATA_DIR ?? '/data',
  silent: true,
  vhostBuckets: false,
  allowMismatchedSignatures: true,
  configureBuckets: buckets.map((name) => ({ name, configs: [] })),
});
await store.configureBuckets();
const handle = store.callback();

/** Before some uploads, the client lists unfinished ones, which s3rver cannot: respond with none. */
const noUploads = `<?xml version="1.0" encoding="UTF-8"?>
<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`;

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  const listsUploads = method === 'GET' && new URL(url, 'http://minio').searchParams.has('uploads');
  if (listsUploads) response.writeHead(200, { 'content-type': 'application/xml' }).end(noUploads);
  else handle(request, response);
}).listen(port, '0.0.0.0');

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
