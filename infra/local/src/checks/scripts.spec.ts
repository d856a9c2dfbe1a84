import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';

const root = findRoot();
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const renames = Object.entries(scripts).filter(([name, script]) => script.endsWith(`renamed.mjs ${name}`));

it('package.json has at most 14 scripts, and for a release the names that they had before', () => {
  const own = Object.entries(scripts).filter(
    ([name, script]) => script !== '' && !renames.some(([old]) => old === name),
  );
  expect(own.length).toBeLessThanOrEqual(14);
  expect(renames).toHaveLength(22);
});

it('a script with a former name prints the new command, and runs it with its arguments where the user is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-scripts-'));
  try {
    const echo = `node -p 'JSON.stringify([process.env.INIT_CWD, ...process.argv.slice(1)])'`;
    const renamed = (name: string) => `node ${join(root, 'infra/local/renamed.mjs')} ${name}`;
    const echoed = {
      docfolio: echo,
      test: `${echo} && exit 3`,
      admin: renamed('admin'),
      'test:slow': renamed('test:slow'),
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'root', scripts: echoed }));
    const run = (...args: string[]) =>
      runToEnd('npm', ['--prefix', folder, 'run', '--silent', ...args], {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH, HOME: folder },
      });
    const admin = await run('admin', '--', 'create', '--name', 'Ada L');
    expect(JSON.parse(admin.stdout)).toEqual([tmpdir(), 'admin', 'create', '--name', 'Ada L']);
    expect([admin.code, admin.output]).toEqual([0, expect.stringContaining('is now: npm run docfolio -- admin\n')]);
    const slow = await run('test:slow');
    expect([slow.code, slow.output]).toEqual([
      3,
      expect.stringContaining('npm run test:slow is now: npm test -- --slow\n'),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('every new command is a script of package.json', async () => {
  const text = "import('./infra/local/renamed.mjs').then(({ renamed }) => console.log(JSON.stringify(renamed)))";
  const { stdout } = await runToEnd(process.execPath, ['-e', text], { cwd: root, env: { PATH: process.env.PATH } });
  const renamed = JSON.parse(stdout) as Record<string, string[]>;
  expect(Object.keys(renamed).sort()).toEqual(renames.map(([name]) => name).sort());
  for (const [script] of Object.values(renamed)) expect(scripts).toHaveProperty(script!);
});
