import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BuildOrigin } from '../build-folder.js';
import type { Environment } from './settings.js';

/** Commit of a build that was made outside a repository. */
const noCommit = '0'.repeat(40);

export interface OriginOptions {
  commit?: string | undefined;
  subject?: string | undefined;
  author?: string | undefined;
}

/**
 * Returns commit, subject and author of a build: as given, else from the CI's variables (GitHub, GitLab), else from git.
 * @param directory inside the repository, if there is one
 * @param warn receives a message if the commit is not what was built
 */
export async function readOrigin(
  given: OriginOptions,
  env: Environment,
  directory: string,
  warn: (message: string) => void,
): Promise<Pick<BuildOrigin, 'commit' | 'subject' | 'created_by'>> {
  const git = (...args: string[]) => runGit(directory, args);
  const named = given.commit || env.GITHUB_SHA || env.CI_COMMIT_SHA;
  const commit = named || (await git('rev-parse', 'HEAD')) || noCommit;
  if (!named && (await git('status', '--porcelain', '--untracked-files=no')))
    warn('Warning: there are uncommitted changes, so the commit does not describe this build');
  const log = (format: string) => git('log', '-1', `--format=${format}`, commit);
  return {
    commit,
    subject: asLine(given.subject ?? (env.CI_COMMIT_TITLE || (await log('%s')))),
    created_by: asLine(
      given.author ??
        (env.GITHUB_ACTOR || env.GITLAB_USER_LOGIN || (await git('config', 'user.name')) || (await log('%an'))),
    ),
  };
}

/** Returns the output of git; an empty text if git or the repository is missing. */
async function runGit(directory: string, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)('git', args, { cwd: directory })).stdout.trim();
  } catch {
    return '';
  }
}

/** Returns a text as the contract's lines are: no control characters, at most 200 characters, no half of a pair. */
function asLine(text: string): string {
  const printable = text.replace(/\p{Cc}+/gu, ' ').trim();
  return printable.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '');
}
