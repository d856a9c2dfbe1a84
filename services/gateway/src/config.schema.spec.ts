import { loadConfig } from '@docfolio/process/config';
import { configSchema } from './config.schema.js';

const complete = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  PORT: '4300',
  JWT_SECRET: 'x'.repeat(32),
  LEADS_URL: 'http://127.0.0.1:4301',
  MEDIA_URL: 'http://127.0.0.1:4302',
  BYTES_SECRET: 'y'.repeat(32),
};
const load = (env: NodeJS.ProcessEnv) => loadConfig(configSchema, { ...complete, ...env });

describe('the configuration', () => {
  it('defaults to production, the loopback address and rate limits on', () => {
    const config = load({});
    expect(config).toMatchObject({ NODE_ENV: 'production', HOST: '127.0.0.1', RATE_LIMIT: 'on' });
    expect(config.TRUSTED_PROXIES('127.0.0.1')).toBe(false);
  });

  it('switches rate limits off only with ALLOW_NO_LIMITS=development, never in production', () => {
    const off = { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' };
    expect(load({ ...off, NODE_ENV: 'development' }).RATE_LIMIT).toBe('off');
    expect(() => load(off)).toThrow('RATE_LIMIT');
    expect(() => load({ ...off, NODE_ENV: 'production' })).toThrow('RATE_LIMIT');
    expect(() => load({ RATE_LIMIT: 'off', NODE_ENV: 'development' })).toThrow('ALLOW_NO_LIMITS=development');
  });

  it.each([
    ['JWT_SECRET', 'x'.repeat(31)],
    ['BYTES_SECRET', 'x'.repeat(31)],
    ['LEADS_URL', 'ftp://leads'],
    ['MEDIA_URL', 'media:4302'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['PORT', '70000'],
    ['RATE_LIMIT', 'perhaps'],
    ['RATE_LIMIT_FORMS', '0'],
  ])('names %s in the error when its value is invalid', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(name);
  });

  it('never prints a secret', () => {
    expect(() => load({ JWT_SECRET: 'short and private' })).toThrow(/^(?!.*short and private).*JWT_SECRET/s);
  });
});
