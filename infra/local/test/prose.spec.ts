import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(__dirname, '../lint/prose.mjs');
// Not spelled out in the fixtures below, because the check reads this file, too.
const [verb, adverb, past] = ['drawn', 'anew', 'Told'];
let folder: string;

function lint(cwd: string, ...paths: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...paths], { cwd, encoding: 'utf8' });
  return { status, problems: stderr.split('\n').filter(Boolean) };
}

function write(path: string, lines: string[]): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), lines.join('\n'));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-prose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the check of comments and documents', () => {
  it('names file, line, phrase and replacement for comments, summaries, test names and Markdown', () => {
    write('libs/ui/src/page.ts', [
      'const told = 1;',
      '/** Renders the page. */',
      '/**',
      ' * All are sent at',
      ' * once.',
      ' */',
      `export const list = operation({ summary: 'List what was ${verb}.' });`,
    ]);
    write('libs/ui/src/page.spec.ts', [
      `it('asks ${adverb}', () => {});`,
      `const url = "https://example.com"; // ${past} later.`,
    ]);
    write('libs/ui/README.md', ['# UI', 'Whoever reads this.']);
    const { status, problems } = lint(folder, 'libs/ui');
    expect(status).toBe(1);
    expect(problems.sort()).toEqual([
      'libs/ui/README.md:2: "Whoever", use: caller, client, subscriber, user',
      'libs/ui/src/page.spec.ts:1: "anew", use: again, retry',
      'libs/ui/src/page.spec.ts:2: "Told", use: notify, publish, report, distinguish',
      'libs/ui/src/page.ts:4: "at once", use: concurrently, immediately, in the meantime',
      'libs/ui/src/page.ts:7: "drawn", use: render, display',
    ]);
  });

  it('ignores code, quotations, demo content and build output', () => {
    write('libs/ui/src/page.ts', [
      'const told = \'/* told */\'; // `told` and "told" are names.',
      'export const redraw = () => `told`;',
      '// The answer to the question is kept for 30 days.',
    ]);
    for (const ignored of ['dist/page.js.md', 'demo/post.md', 'node_modules/a/README.md']) write(ignored, ['told']);
    expect(lint(folder, '.')).toEqual({ status: 0, problems: [] });
  });
});
