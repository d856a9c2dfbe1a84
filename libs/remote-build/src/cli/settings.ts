import { readFile } from 'node:fs/promises';
import { CommandError, exitCodes } from './command-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a setting that is secret: the environment variable, or the content of the file that `<name>_FILE` names.
 * @throws CommandError if both or neither are set, or the file cannot be read
 */
export async function readSecret(env: Environment, name: string, purpose: string): Promise<string> {
  const [value, path] = [env[name], env[`${name}_FILE`]];
  if (value && path) throw new CommandError(`${name} is set together with ${name}_FILE`, exitCodes.usage);
  if (value) return value.trim();
  if (!path) throw new CommandError(`${name} or ${name}_FILE is missing: ${purpose}`, exitCodes.usage);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError(`${name}_FILE cannot be read: ${path} (${code})`, exitCodes.failed, { cause });
  }
}

/** Returns the platform's address without a trailing slash. @throws CommandError if it is missing or no HTTP URL */
export function readUrl(given: string | undefined): string {
  if (!given)
    throw new CommandError(
      'The address of the platform is missing: --url https://example.com, or DOCFOLIO_URL',
      exitCodes.usage,
    );
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new CommandError(`Not the address of a platform: ${given}`, exitCodes.usage);
  return given.replace(/\/+$/, '');
}
