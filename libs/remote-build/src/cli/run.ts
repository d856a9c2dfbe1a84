import { parseArgs } from 'node:util';
import { CommandError, type ExitCode, exitCodes } from './command-error.js';
import { CommandContext, commands, parseOptionsOf, type Terminal } from './commands.js';

export const usage = `docfolio-remotes <command>: publishes and deploys builds of remotes on a running platform

  keygen                         generate a key pair for signing builds
    --private-key-file FILE      write the private key there instead of printing it
  publish <name>                 sign and upload a build; prints its id
    --dist DIR                   folder of the build (default: dist)
    --commit, --subject, --author   what it was built from (default: CI variables, git)
  check <name> <build>           check whether a build can be promoted
  promote <name> <build>         deploy a build
    --percent N                  to a share of visitors (default: 100)
    --auto, --every MINUTES      from 10 to 50 to 100 %, or back when it fails (default: every 30 minutes)
    --reason TEXT                for the history
  rollback <name> [<build>]      end the canary; without one, deploy the previous build, or the given one;
    --reason TEXT                \`delivered\` is the build in the image of the web process
  list [<name>]                  all remotes, or the builds of one
  history [<name>]               who deployed what
    --limit N                    (default: 20)
  pin <name>, unpin <name>       forbid promotions, allow them again

  --url URL                      address of the platform (or DOCFOLIO_URL)
  --json                         results as JSON

Environment, each also as <NAME>_FILE: DOCFOLIO_TOKEN (API token with the scope
remotes:write:<name>), REMOTES_PRIVATE_KEY (for publish).
Exit codes: 0 done, 1 failed here, 2 wrong command line or setting, 3 platform unavailable, 4 token refused,
5 refused by the platform, 6 changed by another admin in the meantime.`;

/** Runs one command. Expected failures are written to standard error. @returns the exit code */
export async function runRemotes(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.warn(error.message);
    return error.exitCode;
  }
}

async function dispatch([name = '', ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (['help', '--help', '-h'].includes(name)) {
    terminal.print(usage);
    return exitCodes.done;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new CommandError(name === '' ? usage : `There is no command ${name}.\n\n${usage}`, exitCodes.usage);
  const { values, positionals } = parse(rest, parseOptionsOf(command));
  const required = command.arguments.filter((argument) => !argument.endsWith('?'));
  if (positionals.length < required.length || positionals.length > command.arguments.length)
    throw new CommandError(`${name} takes: ${command.arguments.join(' ') || 'no arguments'}`, exitCodes.usage);
  return command.run(new CommandContext(terminal, positionals, values));
}

function parse(args: string[], options: ReturnType<typeof parseOptionsOf>) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (cause) {
    throw new CommandError((cause as Error).message, exitCodes.usage, { cause });
  }
}
