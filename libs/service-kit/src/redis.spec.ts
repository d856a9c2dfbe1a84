import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createLogger } from './logging.js';
import { connectRedis } from './redis.js';

it('survives a connection with two errors, also of a client that BullMQ has duplicated', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redis = connectRedis(url, 'bullmq', createLogger('test', 'silent'));
  const duplicate = redis.duplicate();
  duplicate.on('error', () => undefined);
  try {
    for (const client of [redis, duplicate]) {
      if (!client.stream) await once(client, 'connect');
      // As a TLS connection does if the certificate is not trusted.
      client.stream.emit('error', new Error('self-signed certificate'));
      expect(() => client.stream.emit('error', new Error('alert decode error'))).not.toThrow();
    }
  } finally {
    redis.disconnect();
    duplicate.disconnect();
    server.close();
  }
});
