import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { BuildFile, BuildRecord } from '@docfolio/contracts/entities/remote';
import { manifestFile, readManifest } from '@docfolio/remote-build/manifest';
import { BuildRefused, readRecord } from '@docfolio/remote-build/signed-build';
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

/** A file of a build that is not in the store as the build record describes it, or a manifest that cannot be read. */
export interface BadFile {
  path: string;
  /** Follows the path in a sentence. */
  problem: string;
}

const otherBytes = 'has other bytes than the build record says';

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
   * @throws ProblemError `not_found` for a file that no build record lists; `build_refused` for other bytes, or a
   * manifest that cannot be read; `unavailable` if the object store is down
   */
  async receive(object: string, request: IncomingMessage, gone: AbortSignal): Promise<{ complete: boolean }> {
    const { name, path } = readBuildObject(object);
    const file = await this.builds.file(name, path);
    // The sender gets its refusal only if the request stays open.
    const sent = verified(request.iterator({ destroyOnReturn: false }), file);
    const bytes = path === manifestFile ? this.readable(sent, name) : sent;
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

  /** Passes a manifest on. @throws ProblemError `build_refused` if it cannot be read */
  private async *readable(bytes: AsyncIterable<Buffer>, name: BuildName): AsyncIterable<Buffer> {
    const all = await allOf(bytes);
    const { record } = await this.builds.published(name);
    const problem = manifestProblem(all, readRecord(record));
    if (problem) throw new ProblemError('build_refused', { detail: `${manifestFile} ${problem}` });
    yield all;
  }

  private async problemOf(record: BuildRecord, file: BuildFile): Promise<BadFile['problem'] | undefined> {
    try {
      const stored = verified(await this.store.get(buildObject(record, file.path)), file);
      if (file.path === manifestFile) return manifestProblem(await allOf(stored), record);
      for await (const _chunk of stored);
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw problemOfStore(error);
      if (error.code === 'not_found') return 'is missing';
      if (error.code === 'build_refused') return otherBytes;
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
    throw new ProblemError('build_refused', { detail: `${path} ${otherBytes}` });
}

/** Returns all bytes, which are at most those of one file. */
async function allOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns what is wrong with a manifest, to follow its name in a sentence. */
function manifestProblem(bytes: Buffer, record: BuildRecord): string | undefined {
  try {
    readManifest(bytes.toString('utf8'), record);
    return undefined;
  } catch (error) {
    if (!(error instanceof BuildRefused)) throw error;
    return error.message.replace(`${manifestFile} `, '');
  }
}

function problemOfStore(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError('unavailable', { detail: 'The object store is unavailable.', retryAfter: 5, cause: error });
}
