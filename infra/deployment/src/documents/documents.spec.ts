import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigField } from '@docfolio/process/config-fields';
import { processFields } from '../compose/process-schemas.js';
import { configurationPage } from './configuration-page.js';
import { envExample, envSections } from './env-example.js';

const field = (name: string, more: Partial<ConfigField> = {}): ConfigField => ({
  ...{ name, description: `What ${name} does.`, type: 'text', secret: false, required: false, defaultValue: undefined },
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
        entry: 'gateway.js',
        fields: [field('LOG_LEVEL', { defaultValue: 'info' }), field('PORT', { required: true })],
      },
      {
        process: 'web',
        entry: 'web.js',
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
    expect(configurationPage([{ process: 'web', entry: 'web.js', fields }], [])).toContain('x \\| y');
  });
});

describe('.env.example', () => {
  const names = envSections.flatMap((section) => section.names);
  const fields = names.map((name) => field(name, { defaultValue: 'value', secret: name === 'JWT_SECRET' }));

  it('lists every variable commented out with its default, and secrets without a value', () => {
    const text = envExample(new Set(names), [], fields);
    expect(text.match(/^#[A-Z0-9_]+=.*$/gm)).toHaveLength(names.length);
    expect(text).toMatch(/^# What LOG_LEVEL does\.\n#LOG_LEVEL=value$/m);
    expect(text).toMatch(/^#JWT_SECRET=$/m);
  });

  it('throws for a variable without a section or a description', () => {
    expect(() => envExample(new Set(['NEW']), [], fields)).toThrow('no section of .env.example contains NEW');
    expect(() => envExample(new Set(names), [], fields.slice(1))).toThrow('nothing describes PORT');
  });

  it('throws for a variable that no compose file passes on', () => {
    const referenced = new Set(names.filter((name) => name !== 'AUDIT_DAYS'));
    expect(() => envExample(referenced, [], fields)).toThrow('no compose file references AUDIT_DAYS');
  });
});
