import { ProblemError } from '@docfolio/contracts/core/problem';
import { buildFilePath, buildId, remoteName } from '@docfolio/contracts/entities/remote';
import type { BuildName } from './builds.repository.js';

// Bucket layout: `remotes/<remote>/<build>/<path>`. The byte port has the same names.

export const remotesPrefix = 'remotes/';

export function buildObject({ remote, build }: BuildName, path: string): string {
  return `${remotesPrefix}${remote}/${build}/${path}`;
}

/** Returns what an object name of a build's file says. @throws ProblemError `not_found` for another name */
export function readBuildObject(object: string): { name: BuildName; path: string } {
  const [, remote, build, ...rest] = object.split('/');
  const parsed = [remoteName.safeParse(remote), buildId.safeParse(build), buildFilePath.safeParse(rest.join('/'))];
  if (!object.startsWith(remotesPrefix) || parsed.some(({ success }) => !success)) throw new ProblemError('not_found');
  return { name: { remote: remote!, build: build! }, path: rest.join('/') };
}
