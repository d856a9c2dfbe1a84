import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Image } from '@docfolio/contracts/image';
import { ProblemError } from '@docfolio/contracts/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { OBJECT_STORE } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { placeholderOf } from '../pictures/placeholder.js';
import { reEncode } from '../pictures/re-encode.js';
import { etagOf } from './etag.js';
import { newImageName } from './image-objects.js';
import { makeVariants } from './images.jobs.js';
import { type ImageFields, ImagesRepository, type StoredImage } from './images.repository.js';
import { imageOf } from './images.service.js';
import { receiveFile } from './multipart-file.js';
import { Spool } from './spool.js';

/** Takes uploads in: to disk, looked at, written again, stored. */
@Injectable()
export class ImageUploads {
  constructor(
    private readonly images: ImagesRepository,
    private readonly spool: Spool,
    private readonly queue: PictureQueue,
    private readonly jobs: JobQueue,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores the image of a request under a name of its own. A repeat of an upload answers what the first has stored.
   * @param id of the record, derived from the Idempotency-Key
   * @param gone the sender has broken it off: nothing is stored
   * @throws ProblemError what `receiveFile` and `reEncode` refuse; `idempotency_key_reused`
   */
  async take(id: string, request: IncomingMessage, gone: AbortSignal): Promise<Image> {
    const stored = await this.spool.during('upload', async (folder) => {
      const upload = join(folder, 'upload');
      const hash = await receiveFile(request, upload);
      return (await this.images.kept(id, hash)) ?? (await this.storeFile(id, hash, upload, gone));
    });
    await this.askForVariants(stored);
    return imageOf(stored);
  }

  private async storeFile(id: string, hash: string, upload: string, gone: AbortSignal): Promise<StoredImage> {
    const file = `${upload}.again`;
    const made = async () => ({ ...(await reEncode(upload, file)), placeholder: await placeholderOf(file) });
    const { type, ...picture } = await this.queue.run('upload', made, gone);
    const { size } = await stat(file);
    const name = newImageName(type);
    const fields = { ...picture, name, size, content_type: type, etag: await etagOf(file), variants: null };
    gone.throwIfAborted();
    await this.store.put(name, createReadStream(file), { contentType: type, size });
    return this.keep(id, hash, fields);
  }

  /** The bytes first and then what is known of them: a record never stands for what isn't there. */
  private async keep(id: string, hash: string, fields: ImageFields): Promise<StoredImage> {
    try {
      const kept = await this.images.keep(id, hash, fields);
      // A repeat that ran beside this one was first.
      if (kept.name !== fields.name) await this.store.remove(fields.name);
      return kept;
    } catch (error) {
      // Any other error may come from a write that was done all the same: those bytes are the sweep's, if nobody's.
      if (error instanceof ProblemError) await this.store.remove(fields.name);
      throw error;
    }
  }

  private async askForVariants({ id, variants }: StoredImage): Promise<void> {
    if (variants) return;
    try {
      await this.jobs.add(makeVariants, { id }, { id });
    } catch (error) {
      this.logger.warn({ err: error, image: id }, 'variants are left to the sweep');
    }
  }
}
