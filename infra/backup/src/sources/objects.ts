import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { ObjectInfo, ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { pack } from 'tar-stream';
import type { Tally } from '../archive/archive-writer.js';

/** Extended header of a tar entry that holds the content type. */
export const contentTypeHeader = 'DOCFOLIO.contenttype';

/** Yields a service's files as a tar archive, one file at a time. */
export function objectArchive(store: ObjectStore, tally: Tally): AsyncIterable<Buffer> {
  const archive = pack();
  const write = async () => {
    for await (const { name } of store.list()) {
      const file = await opened(store, name);
      if (!file) continue;
      await addEntry(archive, file.info, file.content);
      tally.records += 1;
    }
    archive.finalize();
  };
  write().catch((error: Error) => archive.destroy(error));
  return archive as unknown as AsyncIterable<Buffer>;
}

/** Returns a file of a list; undefined if it was removed since. */
async function opened(store: ObjectStore, name: string): Promise<{ info: ObjectInfo; content: Readable } | undefined> {
  try {
    const info = await store.stat(name);
    return { info, content: await store.get(name) };
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function addEntry(
  archive: ReturnType<typeof pack>,
  { name, size, modifiedAt, contentType }: ObjectInfo,
  content: Readable,
): Promise<void> {
  const entry = archive.entry({ name, size, mtime: modifiedAt, pax: { [contentTypeHeader]: contentType } });
  // It emits its failure again when `pipeline` no longer listens.
  entry.on('error', () => undefined);
  return pipeline(content, entry as unknown as NodeJS.WritableStream);
}
