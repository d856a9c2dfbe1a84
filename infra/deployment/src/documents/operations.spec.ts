import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
const serverFolders = ['libs/process', 'libs/service-kit', 'libs/edge', 'services', 'apps/web'];

/** The literal messages of `log.warn(...)`, `logger.error(...)` and `logger.fatal(...)` in the servers' sources. */
function loggedMessages(): Set<string> {
  const files = execFileSync('git', ['ls-files', ...serverFolders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file));
  const messages = new Set<string>();
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, message] of source.matchAll(/\blog(?:ger)?\.(?:warn|error|fatal)\((?:\{[^}]*\},\s*)?'([^']+)'/g))
      messages.add(message ?? '');
  }
  return messages;
}

describe('docs/operations.md', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const documented = new Set(
    text
      .slice(text.indexOf('## Log messages'))
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, message]) => message ?? '')),
  );

  it('explains every warning and error that a server process logs', () => {
    const logged = loggedMessages();
    expect(logged.size).toBeGreaterThan(40);
    expect([...logged].filter((message) => !documented.has(message))).toEqual([]);
  });

  it('explains no message that no process logs', () => {
    const sources = execFileSync('git', ['grep', '-hE', "'[^']+'", '--', ...serverFolders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect([...documented].filter((message) => !sources.includes(`'${message}'`))).toEqual([]);
  });
});
