import { z } from 'zod';
import { baseConfig, ConfigError, loadConfig } from './config.js';

const schema = z.object({ ...baseConfig, OWNER_EMAIL: z.email().optional() });
const env = { REDIS_URL: 'redis://127.0.0.1:6379', MONGODB_URI: 'mongodb://127.0.0.1:27017' };

describe('configuration', () => {
  it('fills in what may be left out, or left empty', () => {
    expect(loadConfig(schema, { ...env, LOG_LEVEL: '', HEALTH_PORT: '4301', OTHER: 'ignored' })).toEqual({
      ...env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      HEALTH_HOST: '127.0.0.1',
      HEALTH_PORT: 4301,
    });
  });

  it('names everything that is missing or wrong, and no value', () => {
    const wrong = { REDIS_URL: 'http://secret', HEALTH_PORT: 'secret', OWNER_EMAIL: 'secret' };
    const load = () => loadConfig(schema, wrong);
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/REDIS_URL: not a redis.*MONGODB_URI: is missing.*HEALTH_PORT.*OWNER_EMAIL/s);
    expect(load).not.toThrow(/secret/);
  });
});
