import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, drainSeconds, loadConfig, serviceConfig, signingSecret } from './config.js';
import { configFields } from './config-fields.js';

const schema = z.object({ ...serviceConfig, OWNER_EMAIL: z.email().optional() });
const env = { REDIS_URL: 'redis://127.0.0.1:6379', MONGODB_URI: 'mongodb://127.0.0.1:27017' };

describe('loadConfig', () => {
  it('applies defaults to variables that are absent or empty', () => {
    expect(loadConfig(schema, { ...env, LOG_LEVEL: '', INTERNAL_PORT: '4301', OTHER: 'ignored' })).toEqual({
      ...env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: 4301,
      METRICS: 'off',
      OTEL_TRACES_SAMPLER_ARG: 0.1,
      DOCFOLIO_VERSION: 'unknown',
    });
  });

  it('names every missing or invalid variable but never a value', () => {
    const wrong = { REDIS_URL: 'http://secret', INTERNAL_PORT: 'secret', OWNER_EMAIL: 'secret' };
    const load = () => loadConfig(schema, wrong);
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/INTERNAL_PORT.*REDIS_URL: not a redis.*MONGODB_URI: is missing.*OWNER_EMAIL/s);
    expect(load).not.toThrow(/secret/);
  });

  it('reports the message of a broken cross-field rule, even if its variable is absent', () => {
    const paired = z
      .object({ A: z.string().optional(), B: z.string().optional() })
      .refine(({ A, B }) => A || B, { path: ['A'], message: 'A or B must be set' });
    expect(() => loadConfig(paired, {})).toThrow('  A: A or B must be set');
  });

  it.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://user:p%40ss@a.example:27017,b.example:27018,c.example/?replicaSet=rs0&tls=true',
    'mongodb+srv://user:pass@cluster.example/admin?retryWrites=true',
    'mongodb://[::1]:27017/',
  ])('accepts the MongoDB URI %s', (uri) => {
    expect(loadConfig(schema, { ...env, MONGODB_URI: uri }).MONGODB_URI).toBe(uri);
  });

  it.each(['127.0.0.1:27017', 'mongodb://', 'mongodb://a,,b', 'mongodb://user@', 'http://a', 'mongodb://a b'])(
    'refuses the MongoDB URI %j',
    (uri) => {
      expect(() => loadConfig(schema, { ...env, MONGODB_URI: uri })).toThrow('MONGODB_URI: not a mongodb:// URI');
    },
  );
});

describe('loadConfig with <NAME>_FILE', () => {
  const withSecret = z.object({ JWT_SECRET: signingSecret('Signs tokens.'), NAME: z.string().optional() });
  const secret = 's'.repeat(40);
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docfolio-config-'));
    path = join(folder, 'jwt-secret');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads a secret from <NAME>_FILE without its trailing newline', () => {
    writeFileSync(path, `${secret}\n`);
    expect(loadConfig(withSecret, { JWT_SECRET_FILE: path })).toEqual({ JWT_SECRET: secret });
  });

  it('refuses a secret given both directly and as <NAME>_FILE', () => {
    writeFileSync(path, secret);
    const load = () => loadConfig(withSecret, { JWT_SECRET_FILE: path, JWT_SECRET: secret });
    expect(load).toThrow('JWT_SECRET: is set together with JWT_SECRET_FILE');
  });

  it('refuses a secret file that is missing, empty or holds an invalid value', () => {
    const load = () => loadConfig(withSecret, { JWT_SECRET_FILE: path });
    expect(load).toThrow('JWT_SECRET: JWT_SECRET_FILE cannot be read (ENOENT)');
    writeFileSync(path, '\n');
    expect(load).toThrow('JWT_SECRET: JWT_SECRET_FILE names an empty file');
    writeFileSync(path, 'too short and private');
    expect(load).toThrow('JWT_SECRET: needs at least 32 characters');
    expect(load).not.toThrow(/private/);
  });

  it('ignores <NAME>_FILE for a variable that is not a secret', () => {
    writeFileSync(path, 'Ada');
    const parsed = loadConfig(withSecret, { JWT_SECRET: secret, NAME_FILE: path });
    expect(parsed.NAME).toBeUndefined();
  });
});

it('drains for 5 s in production and 0 s elsewhere unless DRAIN_SECONDS is set', () => {
  expect(drainSeconds({ NODE_ENV: 'production' })).toBe(5);
  expect(drainSeconds({ NODE_ENV: 'test' })).toBe(0);
  expect(drainSeconds({ NODE_ENV: 'production', DRAIN_SECONDS: 0 })).toBe(0);
});

describe('configFields', () => {
  const fieldOf = (field: z.ZodType) => configFields(z.object({ X: field }))[0];

  it.each<[string, z.ZodType, object]>([
    [
      'a required secret',
      signingSecret('Signs.'),
      { type: 'text', secret: true, required: true, description: 'Signs. At least 32 characters.' },
    ],
    ['a number with a default', z.coerce.number().default(5), { type: 'number', required: false, defaultValue: '5' }],
    ['an integer', z.coerce.number().int(), { type: 'integer', required: true, defaultValue: undefined }],
    ['an integer with limits', z.coerce.number().int().min(1).max(50), { type: 'integer, 1 to 50' }],
    ['a number with a least value', z.coerce.number().min(0).default(1), { type: 'number, at least 0' }],
    ['options', z.enum(['on', 'off']).default('on'), { type: '`on`, `off`', defaultValue: 'on' }],
    ['an optional URL', z.url().optional(), { type: 'URL', required: false, defaultValue: undefined }],
    [
      'a transformed text',
      z.string().default('').transform(Number),
      { type: 'text', required: false, defaultValue: '' },
    ],
    ['a type of its own', z.string().meta({ type: 'JSON' }), { type: 'JSON' }],
  ])('describes %s', (_what, field, expected) => {
    expect(fieldOf(field)).toMatchObject({ name: 'X', ...expected });
  });
});
