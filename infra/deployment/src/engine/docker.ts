import { type ProgramResult, runToEnd } from '@docfolio/local/run-program';

/** Docker cannot be used on this machine: engine, base image or compose is missing. The message is the reason. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
}

export class CommandError extends Error {
  override name = 'CommandError';

  constructor(
    command: string,
    readonly result: ProgramResult,
  ) {
    super(`${command}: ${result.how}\n${result.output.trim().slice(-4000)}`);
  }
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** In ms, after which the command is killed. */
  timeout?: number;
  onOutput?: (text: string) => void;
}

/** Runs a program. @returns standard output @throws CommandError for an exit code other than 0 */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { cwd = process.cwd(), env = process.env, timeout, onOutput } = options;
  const result = await runToEnd(command, args, { cwd, env, ...(timeout ? { timeout } : {}) }, onOutput);
  if (result.code !== 0) throw new CommandError(`${command} ${args.slice(0, 4).join(' ')}`, result);
  return result.stdout;
}

export class Docker {
  constructor(
    readonly program: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  run(args: string[], options: RunOptions = {}): Promise<string> {
    return run(this.program, args, { ...options, env: { ...this.env, ...options.env } });
  }

  /** Parses each line of the command's output as JSON; `args` must have a `--format` like `{{json .}}`. */
  async json<T>(args: string[]): Promise<T[]> {
    const output = await this.run(args);
    return output
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line) as T);
  }

  async succeeds(args: string[], timeout = 10_000): Promise<boolean> {
    return this.run(args, { timeout }).then(
      () => true,
      () => false,
    );
  }

  /** Returns a client whose commands get further environment variables. */
  with(env: NodeJS.ProcessEnv): Docker {
    return new Docker(this.program, { ...this.env, ...env });
  }
}
