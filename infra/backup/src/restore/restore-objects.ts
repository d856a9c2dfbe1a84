import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { extract } from 'tar-stream';
import { BackupError } from '../backup-error.js';
import { contentTypeHeader } from '../sources/objects.js';

/** Stores the files of a backup. Files of the same name are replaced, others stay. */
export async function restoreObjects(
  content: Readable,
  store: ObjectStore,
  onStored: (files: number) => void = () => undefined,
): Promise<void> {
  await store.ready();
  const archive = extract();
  const feeding = pipeline(content, archive);
  // The loop below sees its failure.
  feeding.catch(() => undefined);
  let files = 0;
  for await (const entry of archive) {
    const { name, size, pax } = entry.header;
    const contentType = (pax as Record<string, string> | undefined)?.[contentTypeHeader];
    if (!contentType || size === undefined) throw new BackupError(`The file ${name} has no content type or size.`);
    // S3 clients do not read the body of an empty file, and the archive would wait for that.
    const body = size === 0 ? Buffer.alloc(0) : (entry as unknown as Readable);
    if (size === 0) entry.resume();
    await store.put(name, body, { contentType, size });
    files += 1;
    onStored(files);
  }
  await feeding;
}
