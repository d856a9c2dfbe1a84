import type { Installation } from '@docfolio/tasks/installation';
import { withDatabases } from '../backing/with-databases.js';
import { ownEnvironment, readConfig } from '../config.js';
import { isBesideData, withSources } from './backup.js';
import { moveData } from './move-data.js';
import { printedSteps } from './printed-steps.js';
import { runnerOf } from './program-environment.js';
import { remotesTerminal } from './remotes.js';
import { discardReplacedData, restore } from './restore.js';

/** What a person types before the name of a command. */
const program = 'npm run docfolio --';

/**
 * Returns the installation of this checkout. Its commands use the databases of the platform that runs on the data folder
 * or, if none runs, start them for their own duration.
 */
export function localInstallation(root: string): Installation {
  const config = readConfig(root);
  return {
    ...{ program, root, env: ownEnvironment(), print: (line) => console.log(line), step: printedSteps() },
    withPrograms: (command, work) =>
      withDatabases(config, `${program} ${command}`, (connection) => work(runnerOf(config, connection))),
    withSources: (work) => withSources(config, `${program} backup`, work),
    isBesideData: (place) => isBesideData(config, place),
    restore: (command) => restore(config, `${program} restore`, command),
    discardReplaced: () => discardReplacedData(config, `${program} restore`),
    remotesTerminal: (args) => remotesTerminal(config, args),
    moveData: (options) => moveData(config, `${program} move-data`, options),
  };
}
