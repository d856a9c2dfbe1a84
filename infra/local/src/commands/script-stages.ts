import { oneCheck, readClosingLine, sum } from '../checks/results.js';
import { runProgram, type Stage } from './stages.js';

const showOutput = (output: string): void => void process.stdout.write(output);

/** Returns a stage that runs a test of infra/local/test, which copies or generates a workspace, as one check. */
export const workspaceTest = (name: string): Stage => ({
  name: `test of ${name}`,
  run: async (context) => {
    const args = ['--test', `infra/local/test/${name}.test.mjs`];
    const { code } = await runProgram(context, process.execPath, args, { show: showOutput });
    return oneCheck(code === 0);
  },
});

/**
 * Returns a stage that runs a script of package.json and shows its output. If that ends with `N passed, N failed`, its tests
 * are counted, else it counts as one check.
 */
export const npmScript = (name: string, script: string, ...args: string[]): Stage => ({
  name,
  run: async (context) => {
    const words = ['run', '--silent', script, '--', ...args];
    const { code, output } = await runProgram(context, 'npm', words, { show: showOutput });
    const counts = readClosingLine(output);
    if (!counts) return oneCheck(code === 0);
    return code === 0 || counts.failed > 0 ? counts : sum([counts, oneCheck(false)]);
  },
});
