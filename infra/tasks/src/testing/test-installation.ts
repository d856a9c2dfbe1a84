import type { Installation } from '../installation.js';
import { runProgram } from '../run-program.js';

const unused = (): never => {
  throw new Error('This installation has no stores.');
};

/** Returns an installation without stores, whose programs are those below `root`. */
export const testInstallation = ({
  root = '/',
  env = {},
  print = () => undefined,
}: Partial<Pick<Installation, 'root' | 'env' | 'print'>> = {}): Installation => ({
  ...{ program: 'tasks', root, env, print },
  step: async (_name, work) => void (await work(() => undefined)),
  withPrograms: (_command, work) => work((entry, options) => runProgram({ root, env }, entry, options)),
  withSources: unused,
  isBesideData: () => false,
  restore: unused,
  discardReplaced: unused,
  remotesTerminal: unused,
});
