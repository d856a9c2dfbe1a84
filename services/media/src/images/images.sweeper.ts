import type { ListQuery } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { batchesOf } from '@docfolio/service-kit/mongo/record-walk';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { imageOfObject, isImageObject, quarantine } from './image-objects.js';
import { makeVariants, sweepImages } from './images.jobs.js';
import { ImagesRepository, type StoredImage } from './images.repository.js';
import { Spool } from './spool.js';

const hour = 60 * 60 * 1_000;
/** ms that a quarantined object is stored, and can be restored, before it is removed. */
const quarantineTime = 30 * 24 * hour;
const batch = 100;
const everyImage: ListQuery = { sort: '-created_at', limit: batch };

/** Largest share to remove: more indicates a restored database or bucket. Up to `sweepFloor` are always removed. */
const sweepShare = 0.05;
const sweepFloor = 20;
const isTooMany = (found: number, all: number): boolean => found > sweepFloor && found > all * sweepShare;

/**
 * Reconciles bucket and records once an hour: quarantines objects without a record for 30 days, deletes records without
 * an object (a quarantined one counts), queues missing variants. Skips what is younger than an hour, as it may still be
 * uploading.
 */
@Injectable()
export class ImagesSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly images: ImagesRepository,
    private readonly jobs: JobQueue,
    private readonly spool: Spool,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.spool.clear();
    await this.jobs.repeat(sweepImages, {}, hour);
  }

  @WorksOn(sweepImages)
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - hour);
    await this.quarantineObjects(before);
    await this.removeRecords(before);
    await this.purgeQuarantine();
    // A new id per hour: that of a job that failed permanently cannot be added again.
    const round = new Date().toISOString().slice(0, 13);
    for (const { id } of await this.images.withoutVariants(before))
      await this.jobs.add(makeVariants, { id }, { id: `${id} ${round}` });
    await this.spool.clear();
  }

  private async quarantineObjects(before: Date): Promise<void> {
    const orphans: string[] = [];
    let all = 0;
    let batchObjects: string[] = [];
    const collectOrphans = async () => {
      const known = await this.images.namesAmong([...new Set(batchObjects.map(imageOfObject))]);
      orphans.push(...batchObjects.filter((object) => !known.has(imageOfObject(object))));
      batchObjects = [];
    };
    for await (const { name, modifiedAt } of this.store.list()) {
      if (!isImageObject(name)) continue;
      all++;
      if (modifiedAt > before) continue;
      batchObjects.push(name);
      if (batchObjects.length === batch) await collectOrphans();
    }
    await collectOrphans();
    if (isTooMany(orphans.length, all)) {
      this.logger.error({ objects: orphans.length, of: all }, 'image sweep refused: too many objects without a record');
      return;
    }
    for (const object of orphans) {
      await this.store.move(object, quarantine + object);
      this.logger.warn({ object, days: quarantineTime / hour / 24 }, 'object without a record quarantined');
    }
  }

  private async removeRecords(before: Date): Promise<void> {
    const missing: StoredImage[] = [];
    let all = 0;
    for await (const { items } of batchesOf((query: ListQuery) => this.images.newest(query), everyImage))
      for (const image of items) {
        all++;
        if (new Date(image.created_at) <= before && !(await this.isStored(image.name))) missing.push(image);
      }
    if (isTooMany(missing.length, all)) {
      this.logger.error(
        { records: missing.length, of: all },
        'image sweep refused: too many records without an object',
      );
      return;
    }
    for (const { id, name } of missing) {
      await this.images.delete(id);
      this.logger.warn({ object: name }, 'record without an object deleted');
    }
  }

  private async purgeQuarantine(): Promise<void> {
    const before = new Date(Date.now() - quarantineTime);
    for await (const { name, modifiedAt } of this.store.list(quarantine)) {
      if (modifiedAt > before) continue;
      await this.store.remove(name);
      this.logger.warn({ object: name.slice(quarantine.length) }, 'quarantined object removed');
    }
  }

  /** Returns whether an image is in the bucket, be it in quarantine: then it can be restored to its record. */
  private async isStored(name: StoredImage['name']): Promise<boolean> {
    // Its name twice, because an object can be restored between two checks.
    for (const object of [name, quarantine + name, name]) if (await this.exists(object)) return true;
    return false;
  }

  private async exists(object: string): Promise<boolean> {
    try {
      await this.store.stat(object);
      return true;
    } catch (error) {
      // An unavailable store throws another error.
      if (error instanceof ProblemError && error.code === 'not_found') return false;
      throw error;
    }
  }
}
