// Stands in for MinIO where its image cannot be pulled. Does not check signatures.
import { readFileSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import account from '@20minutes/s3rver/lib/models/account.js';

const PORT = 9000;
const buckets = (process.env.BUCKETS ?? '').split(',').filter(Boolean);

const secret = (name: string): string => readFileSync(`/run/secrets/${name}`, 'utf8').trim();
// It refuses keys that it does not know, whatever they sign.
account.DUMMY_ACCOUNT.createKeyPair(secret('minio_access_key'), secret('minio_secret_key'));

const server = new S3rver({
  address: '0.0.0.0',
  port: PORT,
  directory: process.env.DATA_DIR ?? '/data',
  silent: true,
  resetOnClose: false,
  vhostBuckets: false,
  allowMismatchedSignatures: true,
  configureBuckets: buckets.map((name) => ({ name, configs: [] })),
});
await server.run();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void server.close().finally(() => process.exit(0)));
}
