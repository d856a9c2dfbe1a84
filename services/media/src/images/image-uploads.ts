import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Image } from '@docfolio/contracts/entities/image';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { type PictureWork, pictureWorkToken } from '../pictures/picture-work.js';
import { etagOf } from './etag.js';
import { newImageName } from './image-objects.js';
import { makeVariants } from './images.jobs.js';
import { type ImageFields, ImagesRepository, type StoredImage } from './images.repository.js';
import { imageOf } from './images.service.js';
import { receiveFile } from './multipart-file.js';
import { Spool } from './spool.js';

@Injectable()
export class ImageUploads {
  constructor(
    private readonly images: ImagesRepository,
    private readonly spool: Spool,
    private readonly queue: PictureQueue,
    private readonly jobs: JobQueue,
    @Inject(pictureWorkToken) private readonly pictures: PictureWork,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /**
   * Stores an uploaded image, or returns that of an earlier upload with this id (derived from the Idempotency-Key).
   * @param signal aborted when the sender disconnects; has no effect once the object is being stored
   * @throws ProblemError as `receiveFile` and `reEncode`; `idempotency_key_reused` if the earlier file was another
   */
  async receive(id: string, request: IncomingMessage, signal: AbortSignal): Promise<Image> {
    const stored = await this.spool.withFolder('upload', async (folder) => {
      const upload = join(folder, 'upload');
      const hash = await receiveFile(request, upload);
      return (await this.images.findUpload(id, hash)) ?? (await this.storeFile(id, hash, upload, signal));
    });
    await this.queueVariants(stored);
    return imageOf(stored);
  }

  private async storeFile(id: string, hash: string, upload: string, signal: AbortSignal): Promise<StoredImage> {
    const file = `${upload}.re-encoded`;
    const prepare = () => this.pictures.prepare(upload, file, signal);
    const { type, ...picture } = await this.queue.run('upload', prepare, signal);
    const { size } = await stat(file);
    const name = newImageName(type);
    const fields = { ...picture, name, size, content_type: type, etag: await etagOf(file), variants: null };
    signal.throwIfAborted();
    await this.store.put(name, createReadStream(file), { contentType: type, size });
    return this.storeRecord(id, hash, fields);
  }

  /** Stores the record of an image whose bytes are stored, so that no record lacks its object. */
  private async storeRecord(id: string, hash: string, fields: ImageFields): Promise<StoredImage> {
    try {
      const stored = await this.images.store(id, hash, fields);
      // A concurrent upload with the same id was first.
      if (stored.name !== fields.name) await this.store.remove(fields.name);
      return stored;
    } catch (error) {
      // After any other error the record may exist, so the bytes stay. If it doesn't, the sweep quarantines them.
      if (error instanceof ProblemError) await this.store.remove(fields.name);
      throw error;
    }
  }

  private async queueVariants({ id, variants }: StoredImage): Promise<void> {
    if (variants) return;
    try {
      await this.jobs.add(makeVariants, { id }, { id });
    } catch (error) {
      this.logger.warn({ err: error, image: id }, 'variants not queued, left to the sweep');
    }
  }
}
