import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/problem';
import type { BuildFile, BuildRecord } from '@docfolio/contracts/remote';
import type { FoundBytes } from '@docfolio/service-kit/bytes/bytes-routes';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable } from '@nestjs/common';
import { buildObject, readBuildObject } from './build-objects.js';
import { type BuildName, BuildsRepository, type StoredBuild } from './builds.repository.js';

/** Content type of all files here: the web process serves them to browsers, under types of its own. */
const contentType = 'application/octet-stream';
const immutable = 'public, max-age=31536000, immutable';
/** Files of a build that are read concurrently when it is checked. */
const concurrentReads = 16;

/** A file of a build that is not in the store as the build record describes it. */
export interface BadFile {
  path: string;
  problem: 'is missing' | 'has other bytes than the build record says';
}

/** Stores, serves and verifies the files of builds. */
@Injectable()
export class BuildFiles {
  constructor(
    private readonly builds: BuildsRepository,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
  ) {}

  /** Returns a file of a published build. @throws ProblemError `not_found` */
  async find(object: string): Promise<FoundBytes> {
    const { name, path } = readBuildObject(object);
    const { size, sha384 } = await this.builds.file(name, path);
    return { object, size, contentType, etag: `"${sha384}"`, cacheControl: immutable };
  }

  /**
   * Stores an uploaded file while it streams, if its bytes are those of the build record.
   * @param gone aborted when the sender disconnects
   * @throws ProblemError `not_found` for a file that no build record lists; `build_refused` for other bytes;
   * `unavailable` if the object store is down
   */
  async receive(object: string, request: IncomingMessage, gone: AbortSignal): Promise<{ complete: boolean }> {
    const { name, path } = readBuildObject(object);
    const file = await this.builds.file(name, path);
    // The sender gets its refusal only if the request stays open.
    const bytes = verified(request.iterator({ destroyOnReturn: false }), file);
    try {
      await this.store.put(object, Readable.from(bytes), { contentType, size: file.size });
    } catch (error) {
      if (gone.aborted) throw error;
      throw problemOfStore(error);
    }
    return { complete: await this.builds.markReceived(name, path) };
  }

  /**
   * Reads the uploaded files of a build from the store and compares them with its record.
   * @returns those that are missing or have other bytes, by path
   * @throws ProblemError `unavailable` if the object store is down
   */
  async findBad(record: BuildRecord, { pending }: Pick<StoredBuild, 'pending'>): Promise<BadFile[]> {
    const bad: BadFile[] = pending.map((path) => ({ path, problem: 'is missing' }));
    const awaited = new Set(pending);
    const remaining = record.files.filter(({ path }) => !awaited.has(path)).values();
    const readAll = async () => {
      for (const file of remaining) {
        const problem = await this.problemOf(record, file);
        if (problem) bad.push({ path: file.path, problem });
      }
    };
    await Promise.all(Array.from({ length: concurrentReads }, readAll));
    return bad.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Deletes a file. */
  async remove(name: BuildName, path: string): Promise<void> {
    await this.store.remove(buildObject(name, path));
  }

  private async problemOf(name: BuildName, file: BuildFile): Promise<BadFile['problem'] | undefined> {
    try {
      const stored = await this.store.get(buildObject(name, file.path));
      for await (const _chunk of verified(stored, file));
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw problemOfStore(error);
      if (error.code === 'not_found') return 'is missing';
      if (error.code === 'build_refused') return 'has other bytes than the build record says';
      throw error;
    }
  }
}

/** Passes the bytes on. @throws ProblemError `build_refused` if they are not the file's, at the latest at their end */
async function* verified(bytes: AsyncIterable<Buffer>, { path, size, sha384 }: BuildFile): AsyncIterable<Buffer> {
  const hash = createHash('sha384');
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > size) break;
    hash.update(chunk);
    yield chunk;
  }
  if (read !== size || hash.digest('base64') !== sha384)
    throw new ProblemError('build_refused', { detail: `${path} has other bytes than the build record says` });
}

function problemOfStore(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError('unavailable', { detail: 'The object store is unavailable.', retryAfter: 5, cause: error });
}
