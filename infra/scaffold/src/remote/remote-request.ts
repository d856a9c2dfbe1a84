import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidRequest } from '../request.js';

export const usage = `npm run new -- remote <name> [--title <title>] [--directory <folder>] [--dry-run]
npm run new -- remote --update <folder> [--dry-run]

  <name>       lower-case, such as reading-list: its pages are /reading-list and below
  --title      in the navigation (default: Reading list)
  --directory  an empty or new folder outside this checkout (default: beside it, with the remote's name)
  --update     replaces the platform's packages in a repository that this command has written`;

export interface NewRemoteRequest {
  kind: 'new';
  name: string;
  title: string;
  directory: string;
  dryRun: boolean;
}

export interface UpdateRequest {
  kind: 'update';
  directory: string;
  dryRun: boolean;
}

const options = {
  title: { type: 'string' },
  directory: { type: 'string' },
  update: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const longestName = 31;
/** The title stands unescaped in TypeScript, JSX, JSON and Markdown. */
const titlePattern = /^[^\p{Cc}'"`\\<>{}]{1,60}$/u;

/**
 * Parses the command line. @param root of the checkout @param cwd to which folders are relative
 * @throws InvalidRequest with the problems
 */
export function readRemoteRequest(args: string[], root: string, cwd: string): NewRemoteRequest | UpdateRequest {
  const { positionals, values } = parse(args);
  const dryRun = values['dry-run'] ?? false;
  if (values.update !== undefined) {
    if (positionals.length > 0 || values.title !== undefined || values.directory !== undefined)
      throw new InvalidRequest(['--update takes only the folder of a repository']);
    return { kind: 'update', directory: resolve(cwd, values.update), dryRun };
  }
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new InvalidRequest(['give one name, such as reading-list']);
  const title = values.title ?? titleOf(name);
  const directory = values.directory === undefined ? join(dirname(root), name) : resolve(cwd, values.directory);
  const problems = [
    ...(namePattern.test(name) && name.length <= longestName
      ? []
      : [`${name}: not a name of lower-case words with hyphens and at most ${longestName} characters`]),
    ...(titlePattern.test(title)
      ? []
      : [`--title: at most 60 characters, without straight quotes, backslashes, angle brackets and braces`]),
  ];
  // The default folder of a wrong name is nothing to talk about.
  if (problems.length === 0) problems.push(...problemsOfFolder(directory, root));
  if (problems.length > 0) throw new InvalidRequest(problems);
  return { kind: 'new', name, title, directory, dryRun };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InvalidRequest([(error as Error).message]);
  }
}

/** Returns `Reading list` of `reading-list`. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

function problemsOfFolder(directory: string, root: string): string[] {
  const fromRoot = relative(realpathSync(root), realPathOf(directory));
  if (fromRoot === '' || !(fromRoot === '..' || fromRoot.startsWith(`..${sep}`)))
    return [`${directory}: inside this checkout, whose packages are built together`];
  if (!existsSync(directory)) return [];
  try {
    return readdirSync(directory).length === 0 ? [] : [`${directory}: exists and is not empty`];
  } catch (error) {
    return [
      `${directory}: ${(error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'a file' : (error as Error).message}`,
    ];
  }
}

/** Returns a path without symbolic links, also of a folder that does not exist yet. */
function realPathOf(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path);
  return join(realPathOf(dirname(path)), basename(path));
}

/** @throws InvalidRequest if an app of the checkout has the name */
export function refuseApp(name: string, root: string): void {
  if (existsSync(join(root, 'apps', name))) throw new InvalidRequest([`${name}: there is an app of this name`]);
}

/** @param reserved names of the contract @throws InvalidRequest if the name is one of them */
export function refuseReserved(name: string, reserved: readonly string[]): void {
  if (reserved.includes(name)) throw new InvalidRequest([`${name}: the platform serves something else there`]);
}
