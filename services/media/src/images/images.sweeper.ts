import type { ListQuery } from '@docfolio/contracts/list';
import { ProblemError } from '@docfolio/contracts/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { screenfuls } from '@docfolio/service-kit/mongo/record-walk';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { OBJECT_STORE } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { imageOfObject } from './image-objects.js';
import { makeVariants, sweepImages } from './images.jobs.js';
import { ImagesRepository, type StoredImage } from './images.repository.js';
import { Spool } from './spool.js';

const hour = 60 * 60 * 1_000;
/** Objects whose records are looked for at a time. */
const batch = 100;
const everyImage: ListQuery = { sort: '-created_at', limit: batch };

/**
 * Brings bucket and records together again, once an hour: objects without a record are removed, records without an
 * object, and variants that were never made are asked for. What is younger than an hour may still be on its way.
 */
@Injectable()
export class ImagesSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly images: ImagesRepository,
    private readonly jobs: JobQueue,
    private readonly spool: Spool,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.spool.clear();
    await this.jobs.repeat(sweepImages, {}, hour);
  }

  @WorksOn(sweepImages)
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - hour);
    const objects = await this.removeObjects(before);
    const records = await this.removeRecords(before);
    if (objects + records > 0) this.logger.warn({ objects, records }, 'images swept');
    // An id of this hour: a job that has failed for good is kept, and keeps its own from being added again.
    const round = new Date().toISOString().slice(0, 13);
    for (const { id } of await this.images.withoutVariants(before))
      await this.jobs.add(makeVariants, { id }, { id: `${id} ${round}` });
    await this.spool.clear();
  }

  private async removeObjects(before: Date): Promise<number> {
    let removed = 0;
    let some: string[] = [];
    const look = async () => {
      const known = await this.images.namesAmong([...new Set(some.map(imageOfObject))]);
      for (const object of some.filter((each) => !known.has(imageOfObject(each)))) {
        await this.store.remove(object);
        removed++;
      }
      some = [];
    };
    for await (const { name, modifiedAt } of this.store.list()) {
      if (modifiedAt > before) continue;
      some.push(name);
      if (some.length === batch) await look();
    }
    await look();
    return removed;
  }

  private async removeRecords(before: Date): Promise<number> {
    let removed = 0;
    for await (const { items } of screenfuls((query: ListQuery) => this.images.newest(query), everyImage))
      for (const { id, name, created_at } of items) {
        if (new Date(created_at) > before || (await this.isStored(name))) continue;
        await this.images.forget(id);
        removed++;
      }
    return removed;
  }

  private async isStored(name: StoredImage['name']): Promise<boolean> {
    try {
      await this.store.stat(name);
      return true;
    } catch (error) {
      // A store that is away says something else.
      if (error instanceof ProblemError && error.code === 'not_found') return false;
      throw error;
    }
  }
}
