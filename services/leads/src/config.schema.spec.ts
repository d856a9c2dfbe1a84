import { loadConfig } from '@docfolio/process/config';
import { configSchema } from './config.schema.js';

it('refuses a configuration without an object store, and names the settings', () => {
  const env = {
    REDIS_URL: 'redis://127.0.0.1:6379',
    MONGODB_URI: 'mongodb://127.0.0.1:27017',
    BYTES_SECRET: 'a secret that is only good enough for tests',
    BYTES_PORT: '0',
    LINK_SECRET: 'a secret that is only good enough for tests',
  };
  expect(() => loadConfig(configSchema, env)).toThrow(/MINIO_ENDPOINT: .*OBJECT_STORE_DIR/);
  expect(loadConfig(configSchema, { ...env, OBJECT_STORE_DIR: '/objects' })).toMatchObject({
    OBJECT_STORE_DIR: '/objects',
  });
});
