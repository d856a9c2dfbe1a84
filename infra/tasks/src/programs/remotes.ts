import { type Declare, ProgramFailed } from '../declare.js';

/** The program of libs/remote-build, which is also installed alone: it has its own options, help and exit codes. */
export const remotes: Declare = (program, at) =>
  program
    .command('remotes')
    .description(
      'publish, promote and roll back builds of remotes: keygen, publish, check, promote, rollback, list, history, pin',
    )
    .argument('[arguments...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args) => {
      const { runRemotes } = await import('@docfolio/remote-build/cli/run');
      const code = await runRemotes(args, await at.remotesTerminal(args));
      if (code !== 0) throw new ProgramFailed(code);
    });
