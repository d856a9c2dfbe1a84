import { runOperator } from '@docfolio/tasks/operator-program';
import { localInstallation } from '../installation/local-installation.js';
import { findRoot } from '../workspace.js';

/** Runs `npm run docfolio -- <command>`: the operator program, on the installation of this checkout. */
export const docfolio = (args: string[]): Promise<number> => runOperator(localInstallation(findRoot()), args);
