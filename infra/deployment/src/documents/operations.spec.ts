import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
const serverFolders = ['libs/process', 'libs/service-kit', 'libs/edge', 'services', 'apps/web'];

/** A call of `log.warn`, `logger.error` and the like, or of web's `log(error, message)`, with its literal message. */
const logCall = /\blog(?:(?:ger)?\.(?:warn|error|fatal)\(\s*(?:\{[^}]*\},\s*)?|\(\w+,\s*)(['`])(.+?)\1/g;
/** Writes the parts of a message that vary as in the document: `manifest at <folder> is invalid`. */
const withPlaceholders = (source: string) => source.replace(/\$\{(\w+)\}/g, '<$1>');

/** Returns the messages of level `warn` and above that are literals in the servers' sources. */
function loggedMessages(): Set<string> {
  const files = execFileSync('git', ['ls-files', ...serverFolders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file));
  const messages = new Set<string>();
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, , message = ''] of source.matchAll(logCall)) messages.add(withPlaceholders(message));
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
    const lines = execFileSync('git', ['grep', '-hE', "['`]", '--', ...serverFolders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const sources = withPlaceholders(lines).replaceAll('`', "'");
    expect([...documented].filter((message) => !sources.includes(`'${message}'`))).toEqual([]);
  });
});
