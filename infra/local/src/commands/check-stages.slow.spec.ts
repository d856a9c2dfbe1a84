/**
 * Runs Nx in two clones of a repository, to see which results it takes from its cache.
 * @subject nx.json infra/local/src/commands/check-stages.ts
 * @everyday infra/local/src/commands/check-stages.spec.ts
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stageFolder } from '../testing/stage-folder.js';
import { findRoot } from '../workspace.js';
import { packageTests } from './check-stages.js';

const folder = stageFolder();

const report = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numRuntimeErrorTestSuites: 0,
};

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { stdio: 'ignore' });

/** Creates a repository with one package, whose test counts its runs in a file outside the repository. */
function createRepository(): string {
  const root = join(folder.path, 'origin');
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write('package.json', JSON.stringify({ name: 'workspace', private: true, workspaces: ['libs/*'] }));
  write('.gitignore', 'node_modules\n.nx\n.results\n.test-report.json\n');
  cpSync(join(findRoot(), 'nx.json'), join(root, 'nx.json'));
  write('libs/one/test.mjs', "import { appendFileSync } from 'node:fs';\nappendFileSync('../../../runs', 'x');\n");
  write('libs/one/report.json', JSON.stringify({ ...report, testResults: [] }));
  const test = 'node test.mjs && cp report.json .test-report.json # --outputFile=.test-report.json';
  write('libs/one/package.json', JSON.stringify({ name: 'one', version: '0.1.0', private: true, scripts: { test } }));
  git('init', root);
  git('-C', root, 'add', '.');
  git('-C', root, 'commit', '-m', 'first');
  return root;
}

function clone(repository: string, name: string): string {
  const root = join(folder.path, name);
  git('clone', repository, root);
  symlinkSync(join(findRoot(), 'node_modules'), join(root, 'node_modules'));
  return root;
}

const runsSoFar = () =>
  existsSync(join(folder.path, 'runs')) ? readFileSync(join(folder.path, 'runs'), 'utf8').length : 0;

async function runTests(root: string, extra: NodeJS.ProcessEnv = {}): Promise<string> {
  folder.output = '';
  const context = folder.contextIn(root, { HOME: folder.path, NX_WORKSPACE_ROOT_PATH: root, ...extra });
  expect(await packageTests({ circle: 'quick' }).run(context)).toMatchObject({ passed: 3, failed: 0 });
  return folder.output;
}

it('shares no test results between clones, and runs tests again for another Redis version', async () => {
  const repository = createRepository();
  const [first, second] = [clone(repository, 'first'), clone(repository, 'second')];
  expect(await runTests(first)).toContain('0 results came from the cache');
  expect(runsSoFar()).toBe(1);
  await runTests(second);
  expect(runsSoFar()).toBe(2);
  expect(await runTests(second)).toContain('1 of 1 results came from the cache');
  expect(runsSoFar()).toBe(2);
  await runTests(second, { DOCFOLIO_REDIS: '8.0.0' });
  expect(runsSoFar()).toBe(3);
});
