import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigField } from '@docfolio/process/config-fields';
import { processFields } from '../compose/process-schemas.js';
import { configurationPage } from './configuration-page.js';
import { envExample } from './env-example.js';

const field = (name: string, more: Partial<ConfigField> = {}): ConfigField => ({
  ...{ name, description: `What ${name} does.`, type: 'text', secret: false, required: false, defaultValue: undefined },
  section: undefined,
  ...more,
});

it('docs/configuration.md and .env.example are up to date with `npm run docs`', async () => {
  const program = join(__dirname, '../../dist/documents/main.js');
  await expect(promisify(execFile)(process.execPath, [program, '--check'])).resolves.toMatchObject({ stderr: '' });
});

it.each(Object.entries(processFields))('every variable of %s has a description', (_process, fields) => {
  expect(fields.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([]);
});

describe('docs/configuration.md', () => {
  const page = configurationPage(
    [
      {
        process: 'gateway',
        fields: [field('LOG_LEVEL', { defaultValue: 'info' }), field('PORT', { required: true })],
      },
      {
        process: 'web',
        fields: [field('LOG_LEVEL', { defaultValue: 'info' }), field('PORT', { defaultValue: '4200' })],
      },
    ],
    [],
  );

  it('lists a variable once if it is the same in all processes', () => {
    expect(page.match(/^\| `LOG_LEVEL` .*$/gm)).toEqual([
      '| `LOG_LEVEL` | text | `info` | all | What LOG_LEVEL does. |',
    ]);
  });

  it('lists a variable twice if its default differs between processes', () => {
    expect(page.match(/^\| `PORT` .*$/gm)).toEqual([
      '| `PORT` | text | **required** | gateway | What PORT does. |',
      '| `PORT` | text | `4200` | web | What PORT does. |',
    ]);
  });

  it('escapes a pipe in a description', () => {
    const fields = [field('A', { description: 'x | y' })];
    expect(configurationPage([{ process: 'web', fields }], [])).toContain('x \\| y');
  });
});

describe('.env.example', () => {
  const fields = [
    field('LOG_LEVEL', { defaultValue: 'info', section: 'Operation' }),
    field('JWT_SECRET', { secret: true, section: 'Secrets: generated if empty' }),
    field('CACHE_SIZE', { defaultValue: '64' }),
  ];
  const referenced = new Set(['LOG_LEVEL', 'JWT_SECRET']);

  it('lists every setting with a section, commented out with its default, and secrets without a value', () => {
    const text = envExample(referenced, [], fields);
    expect(text.match(/^#[A-Z0-9_]+=.*$/gm)).toEqual(['#LOG_LEVEL=info', '#JWT_SECRET=']);
    expect(text).toMatch(/^# --- Operation ---\n\n# What LOG_LEVEL does\.\n#LOG_LEVEL=info$/m);
  });

  it('throws for a variable without a section or a description', () => {
    expect(() => envExample(new Set([...referenced, 'CACHE_SIZE']), [], fields)).toThrow('CACHE_SIZE');
    const silent = field('LOG_LEVEL', { description: '', section: 'Operation' });
    expect(() => envExample(referenced, [], [silent, ...fields])).toThrow('nothing describes LOG_LEVEL');
  });

  it('throws for a setting that no compose file passes on', () => {
    expect(() => envExample(new Set(['LOG_LEVEL']), [], fields)).toThrow('no compose file passes on JWT_SECRET');
  });
});
