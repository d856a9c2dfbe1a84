import { loadConfig } from '@docfolio/process/config';
import { configSchema, quarantineConfigSchema } from './config.schema.js';

it.each([
  ['service', configSchema],
  ['quarantine program', quarantineConfigSchema],
])('the %s refuses a configuration without an object store, and names the settings', (_, schema) => {
  const env = {
    REDIS_URL: 'redis://127.0.0.1:6379',
    MONGODB_URI: 'mongodb://127.0.0.1:27017',
    BYTES_SECRET: 'a secret that is only good enough for tests',
    BYTES_PORT: '0',
  };
  expect(() => loadConfig(schema, env)).toThrow(/MINIO_ENDPOINT: .*OBJECT_STORE_DIR/);
  expect(loadConfig(schema, { ...env, OBJECT_STORE_DIR: '/objects' })).toMatchObject({ OBJECT_STORE_DIR: '/objects' });
});
