import { createPublicKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputOf } from '@docfolio/contracts/core/operation';
import { buildId, type ManagedRemote, remoteName, remotes, share } from '@docfolio/contracts/entities/remote';
import type { z } from 'zod';
import { describeBuild } from '../build-folder.js';
import { BuildRefused, signBuild } from '../signed-build.js';
import { generateKeys, keyId, readPrivateKey } from '../signing-keys.js';
import { readOrigin } from './build-origin.js';
import { CommandError, type ExitCode, exitCodes } from './command-error.js';
import { PlatformApi, PlatformError } from './platform-api.js';
import { publishBuild } from './publish.js';
import { type Environment, readSecret, readUrl } from './settings.js';
import {
  buildsTable,
  changesTable,
  checkTable,
  delivered,
  describeRemote,
  remotesTable,
  unservedLines,
} from './tables.js';

/** The program's surroundings. */
export interface Terminal {
  env: Environment;
  /** Working directory. */
  directory: string;
  /** Builds a remote and returns the folder of its build. Undefined: publishing takes a build that is there. */
  build?(remote: string): Promise<string>;
  /** Writes a result to standard output. */
  print(text: string): void;
  /** Writes a message to standard error. */
  warn(text: string): void;
}

const optionTypes = {
  url: { type: 'string' },
  json: { type: 'boolean' },
  'private-key-file': { type: 'string' },
  dist: { type: 'string' },
  commit: { type: 'string' },
  subject: { type: 'string' },
  author: { type: 'string' },
  percent: { type: 'string' },
  auto: { type: 'boolean' },
  every: { type: 'string' },
  reason: { type: 'string' },
  limit: { type: 'string' },
} as const;

type OptionName = keyof typeof optionTypes;
type Options = { [Name in OptionName]?: (typeof optionTypes)[Name]['type'] extends 'string' ? string : boolean };

export interface Command {
  /** Names of the arguments; one that ends in `?` may be left out. */
  arguments: readonly string[];
  options: readonly OptionName[];
  run(context: CommandContext): Promise<ExitCode>;
}

/** Share with which a canary that is raised automatically begins. */
const firstShare = 10;
/** Minutes between two steps of such a canary. */
const defaultMinutes = 30;

/** Arguments, options and platform of one call. */
export class CommandContext {
  constructor(
    readonly terminal: Terminal,
    private readonly given: readonly string[],
    readonly options: Options,
  ) {}

  get remote(): string {
    return checked(remoteName, this.given[0], 'name');
  }

  get build(): string {
    return checked(buildId, this.given[1], 'build');
  }

  argument(index: number): string | undefined {
    return this.given[index];
  }

  /** Connects to the platform. @throws CommandError if a setting is missing */
  async platform(): Promise<PlatformApi> {
    const { env, warn } = this.terminal;
    const url = readUrl(this.options.url ?? env.DOCFOLIO_URL);
    const token = await readSecret(env, 'DOCFOLIO_TOKEN', 'an API token with the scope remotes:write:<remote>');
    const { protocol, hostname } = new URL(url);
    if (protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname))
      warn(`Warning: the API token is sent to ${url} without encryption`);
    return new PlatformApi({ url, token, warn });
  }

  /** Prints a result: its JSON with `--json`, else its text for people. */
  print(result: unknown, text: string): void {
    this.terminal.print(this.options.json ? JSON.stringify(result, undefined, 2) : text);
  }
}

export const commands: Record<string, Command> = {
  keygen: { arguments: [], options: ['private-key-file'], run: generateKeyPair },
  publish: { arguments: ['name'], options: ['dist', 'commit', 'subject', 'author', 'url'], run: publish },
  check: { arguments: ['name', 'build'], options: ['url'], run: check },
  promote: {
    arguments: ['name', 'build'],
    options: ['percent', 'auto', 'every', 'reason', 'url'],
    run: promote,
  },
  rollback: { arguments: ['name', 'build?'], options: ['reason', 'url'], run: rollBack },
  list: { arguments: ['name?'], options: ['url'], run: list },
  history: { arguments: ['name?'], options: ['limit', 'url'], run: history },
  pin: { arguments: ['name'], options: ['url'], run: (context) => pin(context, true) },
  unpin: { arguments: ['name'], options: ['url'], run: (context) => pin(context, false) },
};

/** Returns the options of a command as `parseArgs` takes them. */
export function parseOptionsOf({ options }: Command) {
  return Object.fromEntries(['json' as const, ...options].map((name) => [name, optionTypes[name]]));
}

async function generateKeyPair(context: CommandContext): Promise<ExitCode> {
  const { privateKey, publicKey } = generateKeys();
  const id = keyId(createPublicKey(readPrivateKey(privateKey)));
  const file = context.options['private-key-file'];
  const forPlatform = `Public key ${id}, for REMOTES_PUBLIC_KEYS of media and web, as <remote>=<key>:\n${publicKey}`;
  if (file === undefined) {
    const forPublisher = `Private key, for REMOTES_PRIVATE_KEY where builds are published. Keep it secret:\n${privateKey}`;
    context.print({ id, privateKey, publicKey }, `${forPublisher}\n\n${forPlatform}`);
    return exitCodes.done;
  }
  const target = path.resolve(context.terminal.directory, file);
  try {
    // `wx`: replacing a key by mistake would make its builds impossible to publish again.
    await writeFile(target, `${privateKey}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'it exists' : code;
    throw new CommandError(`${target} cannot be written: ${reason}`, exitCodes.failed, { cause });
  }
  context.print({ id, publicKey }, forPlatform);
  return exitCodes.done;
}

async function publish(context: CommandContext): Promise<ExitCode> {
  const { terminal, options, remote } = context;
  const key = await readSigningKey(terminal.env);
  const api = await context.platform();
  const built = options.dist ?? (await terminal.build?.(remote)) ?? 'dist';
  const directory = path.resolve(terminal.directory, built);
  const origin = await readOrigin(options, terminal.env, terminal.directory, terminal.warn);
  const record = await describe(directory, { remote, ...origin, created_at: new Date().toISOString() });
  const published = await publishBuild(api, directory, record, signBuild(record, key), terminal.warn);
  terminal.warn(
    published.uploaded === 0
      ? `${remote} ${published.build} was published before`
      : `Published ${remote} ${published.build}. To deploy it: promote ${remote} ${published.build}`,
  );
  context.print(published, published.build);
  return exitCodes.done;
}

async function readSigningKey(env: Environment) {
  const text = await readSecret(env, 'REMOTES_PRIVATE_KEY', 'the private key that signs builds (command keygen)');
  try {
    return readPrivateKey(text);
  } catch (cause) {
    throw new CommandError('REMOTES_PRIVATE_KEY is not a private key as keygen prints it', exitCodes.usage, { cause });
  }
}

async function describe(...[directory, origin]: Parameters<typeof describeBuild>) {
  try {
    return await describeBuild(directory, origin);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (!(cause instanceof BuildRefused) && code === undefined) throw cause;
    const reason = cause instanceof BuildRefused ? cause.message : `it cannot be read (${code})`;
    throw new CommandError(`Not a build that can be published: ${directory}: ${reason}`, exitCodes.failed, { cause });
  }
}

async function check(context: CommandContext): Promise<ExitCode> {
  const { remote: name, build } = context;
  const result = await (await context.platform()).call(remotes.check, { name, build });
  context.print(result, checkTable(result));
  const passed = [result.signature, result.files, result.contract].every((each) => each.passed);
  return passed ? exitCodes.done : exitCodes.refused;
}

async function promote(context: CommandContext): Promise<ExitCode> {
  const { remote: name, build, options } = context;
  const isAuto = options.auto === true || options.every !== undefined;
  const percent = checked(share, numberOf(options.percent) ?? (isAuto ? firstShare : 100), '--percent');
  const auto = isAuto ? { minutes: numberOf(options.every) ?? defaultMinutes } : undefined;
  const { reason } = options;
  return change(context, (api, version) => api.call(remotes.promote, { name, build, percent, auto, reason, version }));
}

async function rollBack(context: CommandContext): Promise<ExitCode> {
  const { remote: name, options } = context;
  const target = context.argument(1);
  const build = target === undefined ? {} : { build: target === delivered ? null : context.build };
  const { reason } = options;
  return change(context, (api, version) => api.call(remotes.rollBack, { name, ...build, reason, version }));
}

async function pin(context: CommandContext, pinned: boolean): Promise<ExitCode> {
  const { remote: name } = context;
  return change(context, (api, version) => api.call(remotes.pin, { name, pinned, version }));
}

/** Changes a remote's record under its version of now, and prints the result. */
async function change(
  context: CommandContext,
  work: (api: PlatformApi, version: number) => Promise<ManagedRemote>,
): Promise<ExitCode> {
  const { remote } = context;
  const api = await context.platform();
  const { items } = await api.call(remotes.list, {});
  const version = items.find(({ name }) => name === remote)?.version ?? 0;
  try {
    const changed = await work(api, version);
    context.print(changed, describeRemote(changed));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof PlatformError && error.problem?.code === 'stale') throw await staleError(api, remote, error);
    throw error;
  }
}

/** Says who changed the remote in the meantime, and what is live now. */
async function staleError(api: PlatformApi, remote: string, cause: Error): Promise<CommandError> {
  const [{ items: changes }, { items }] = await Promise.all([
    api.call(remotes.changes, { remote, limit: 1 }),
    api.call(remotes.list, {}),
  ]);
  const now = items.find(({ name }) => name === remote);
  const message = [
    `Nothing was changed, because ${remote} has just been changed by ${changes[0]?.who ?? 'the platform'}.`,
    ...(now ? [`${describeRemote(now)}.`] : []),
    'Run the command again if it is still what you want.',
  ];
  return new CommandError(message.join('\n'), exitCodes.stale, { cause });
}

async function list(context: CommandContext): Promise<ExitCode> {
  const api = await context.platform();
  if (context.argument(0) === undefined) {
    const all: OutputOf<typeof remotes.list> = await api.call(remotes.list, {});
    context.print(all, [remotesTable(all.items), ...unservedLines(all.unserved)].join('\n'));
    return exitCodes.done;
  }
  const name = context.remote;
  const [builds, all] = await Promise.all([api.call(remotes.builds, { name }), api.call(remotes.list, {})]);
  const remote = all.items.find((item) => item.name === name);
  const text = [
    describeRemote(remote ?? { ...neverPromoted, name }),
    ...unservedLines(all.unserved.filter((build) => build.remote === name)),
    ...(builds.items.length > 0 ? [buildsTable(builds.items, remote, all.shells)] : ['No build is published']),
  ];
  context.print({ ...builds, remote, shells: all.shells, unserved: all.unserved }, text.join('\n'));
  return exitCodes.done;
}

const neverPromoted: Omit<ManagedRemote, 'name'> = {
  ...{ version: 0, current: null, previous: null, canary: null, retired: [], pinned: false, updated_at: null },
};

async function history(context: CommandContext): Promise<ExitCode> {
  const remote = context.argument(0) === undefined ? undefined : context.remote;
  const limit = numberOf(context.options.limit) ?? 20;
  const changes = await (await context.platform()).call(remotes.changes, { remote, limit });
  context.print(changes, changes.items.length > 0 ? changesTable(changes.items) : 'Nothing was ever deployed');
  return exitCodes.done;
}

/** Returns a value as its schema parses it. @throws CommandError naming the argument or option */
function checked<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError(`${what}: ${result.error.issues[0]?.message}: ${value}`, exitCodes.usage);
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new CommandError(`Not a number: ${text}`, exitCodes.usage);
  return number;
}
