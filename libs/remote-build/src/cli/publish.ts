import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildRecord, remotes, type SignedBuild } from '@docfolio/contracts/entities/remote';
import { CommandError, exitCodes } from './command-error.js';
import type { PlatformApi } from './platform-api.js';

/** Files that are uploaded concurrently. */
const connections = 8;
/** Rounds of asking for missing files and uploading them. */
const rounds = 3;

export interface Published {
  build: string;
  /** Number of files of the build, and of those that the platform did not have. */
  files: number;
  uploaded: number;
}

/**
 * Publishes a build and uploads the files that the platform does not have.
 * @param directory contains the files
 * @param progress receives a line before each round of uploads
 * @throws CommandError
 */
export async function publishBuild(
  api: PlatformApi,
  directory: string,
  record: BuildRecord,
  signed: SignedBuild,
  progress: (message: string) => void,
): Promise<Published> {
  const { remote: name, build, files } = record;
  let uploaded = 0;
  for (let round = 0; ; round += 1) {
    const { missing } = await api.call(remotes.publish, { name, ...signed }, 'always');
    if (missing.length === 0) return { build, files: files.length, uploaded };
    // Another publisher's failed upload, or an object lost from the store, may reappear as missing.
    if (round === rounds)
      throw new CommandError(`${missing.length} files are still missing after their upload`, exitCodes.unavailable);
    progress(`Uploading ${missing.length} of ${files.length} files of ${name} ${build}`);
    await uploadAll(api, directory, { name, build }, missing);
    uploaded += missing.length;
  }
}

async function uploadAll(
  api: PlatformApi,
  directory: string,
  build: { name: string; build: string },
  files: readonly string[],
): Promise<void> {
  const failure = new AbortController();
  const queue = files.values();
  const upload = async () => {
    for (const file of queue) {
      if (failure.signal.aborted) return;
      const bytes = await readBuildFile(directory, file);
      await api.uploadFile({ ...build, path: file }, bytes, failure.signal);
    }
  };
  const stopOthers = (error: unknown) => {
    failure.abort(error);
    throw error;
  };
  const uploads = Array.from({ length: Math.min(connections, files.length) }, () => upload().catch(stopOthers));
  const results = await Promise.allSettled(uploads);
  if (results.some(({ status }) => status === 'rejected')) throw failure.signal.reason;
}

async function readBuildFile(directory: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path.join(directory, file)));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError(`${file} can no longer be read (${code})`, exitCodes.failed, { cause });
  }
}
