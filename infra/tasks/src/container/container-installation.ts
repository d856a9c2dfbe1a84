import { resolve } from 'node:path';
import type { Installation } from '../installation.js';
import { runProgram } from '../run-program.js';
import { step } from './step.js';

/** Loaded on demand, because the drivers start slowly. */
const stores = () => import('./stores.js');

/** Returns the installation that the variables of a container name. */
export function containerInstallation(env: NodeJS.ProcessEnv): Installation {
  const root = resolve(import.meta.dirname, '../../../..');
  const print = (line: string) => console.log(line);
  return {
    ...{ program: 'tasks', root, env, print, step },
    withPrograms: (_command, work) => work((entry, options) => runProgram({ root, env }, entry, options)),
    withSources: async (work) => {
      const { readStores, withSourcesOf } = await stores();
      await withSourcesOf(readStores(env), work);
    },
    isBesideData: () => false,
    restore: async (command) => {
      const { readStores, restoreTo } = await stores();
      await restoreTo(readStores(env), command, print);
    },
    discardReplaced: async () => {
      const { discardIn, readStores } = await stores();
      await discardIn(readStores(env));
    },
    remotesTerminal: async () => ({ env, directory: process.cwd(), print, warn: (text) => console.error(text) }),
  };
}
