import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled, lineTable } from '../format.mjs';

/** Delays of `run.cjs` in ms, and those of its copy that the specs run. */
const delays = { collectMs: { production: '4_000', here: 200 }, settledMs: { production: '8_000', here: 600 } };
/** ms after which a start that would write a cache has written it. */
const longAfter = 4 * delays.settledMs.here;

/** Returns `run.cjs` with shorter delays. */
function quickRun(): string {
  let text = readFileSync(join(__dirname, '../run.cjs'), 'utf8');
  for (const [name, { production, here }] of Object.entries(delays)) {
    const line = `const ${name} = ${production};`;
    if (!text.includes(line)) throw new Error(`run.cjs has no ${line}`);
    text = text.replace(line, `const ${name} = ${here};`);
  }
  return text;
}

/** Prints one line, and runs until its standard input ends. */
const program = (text: string) => `
const greet = () => '${text}';
console.log([greet(), entry.dirname.endsWith('services/demo/dist'), process.argv.length].join(' '));
process.stdin.resume().on('end', () => process.exit(0));`;

let workspace: string;
let cache: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'docfolio-bundle-'));
  cache = join(workspace, 'node_modules/.cache/docfolio');
  mkdirSync(join(workspace, 'infra/bundle/dist'), { recursive: true });
  mkdirSync(join(workspace, 'node_modules'));
  writeFileSync(join(workspace, 'infra/bundle/run.cjs'), quickRun());
  write(program('hello'));
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(workspace, { recursive: true, force: true });
});

function write(code: string): void {
  writeFileSync(join(workspace, 'infra/bundle/dist/demo.cjs'), bundled(code));
}

/** Starts the bundle; `line` is its first line of output. */
function start(): { line: Promise<string>; end: () => Promise<number | null>; errors: () => string } {
  const child = spawn(process.execPath, ['infra/bundle/run.cjs', 'services/demo/dist/main.js'], { cwd: workspace });
  children.push(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  return {
    line: once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim()),
    end: async () => {
      child.stdin.end();
      return (await ended)[0] as number | null;
    },
    errors: () => errors,
  };
}

const cached = (): string[] => (existsSync(cache) ? readdirSync(cache).filter((name) => name.endsWith('.bin')) : []);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

it('caches compiled code, and replaces a cache that is damaged or of another build', async () => {
  const both = [start(), start()];
  for (const each of both) expect(await each.line).toBe('hello true 2');
  await until(() => cached().length === 1);
  for (const each of both) expect(await each.end()).toBe(0);
  expect(readdirSync(cache)).toEqual(cached());

  const [first] = cached();
  const path = join(cache, first!);
  const valid = readFileSync(path);
  writeFileSync(path, valid.subarray(0, valid.length / 2));
  const damaged = start();
  expect(await damaged.line).toBe('hello true 2');
  await until(() => readFileSync(path).length >= valid.length);
  await damaged.end();

  // V8 would accept the cache of a source of equal length.
  write(program('HELLO'));
  const changed = start();
  expect(await changed.line).toBe('HELLO true 2');
  await until(() => cached().length === 1 && cached()[0] !== first);
  await changed.end();
});

it('collects the garbage of the start, and still writes a cache that the next start accepts', async () => {
  write(`
    globalThis.garbage = new FinalizationRegistry(() => console.log('collected'));
    globalThis.garbage.register({}, '');
    process.stdin.resume().on('end', () => process.exit(0));`);
  const first = start();
  expect(await first.line).toBe('collected');
  await until(() => cached().length === 1);
  await first.end();
  const writtenAt = statSync(join(cache, cached()[0]!)).mtimeMs;
  const second = start();
  expect(await second.line).toBe('collected');
  // A start that rejects the cache replaces it.
  await new Promise((resolve) => setTimeout(resolve, longAfter));
  await second.end();
  expect(statSync(join(cache, cached()[0]!)).mtimeMs).toBe(writtenAt);
});

it('runs without a cache if its folder cannot be written', async () => {
  mkdirSync(join(workspace, 'node_modules/.cache'));
  writeFileSync(cache, 'a file');
  const child = start();
  expect(await child.line).toBe('hello true 2');
  await new Promise((resolve) => setTimeout(resolve, longAfter));
  expect(await child.end()).toBe(0);
  expect(child.errors()).toBe('');
});

it('names lines of the packages in stack traces', async () => {
  const code =
    'const a = "\u00e9";\nfunction fail() { throw new TypeError("no " + a.length) }\ntry { fail() } catch (error) { console.log(error.stack.replaceAll("\\n", "|")) }';
  write(code);
  // Generated line 1 is line 42 of a.ts from column 18 on, and generated line 2 is line 7 of b.ts from column 0 on.
  const mappings = ';kBAyCA;ACnCA';
  const table = lineTable({ sources: ['services/demo/src/a.ts', 'services/demo/src/b.ts'], mappings });
  writeFileSync(join(workspace, 'infra/bundle/dist/demo.lines'), table);
  const [header, thrown, called] = (await start().line).split('|');
  expect(header).toBe('TypeError: no 1');
  expect(thrown).toBe(`    at fail (${join(workspace, 'services/demo/src/a.ts')}:42)`);
  expect(called).toBe(`    at ${join(workspace, 'services/demo/src/b.ts')}:7`);
});
