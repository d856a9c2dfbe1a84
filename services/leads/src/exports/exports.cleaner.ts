import { exportLifetime } from '@docfolio/contracts/entities/export';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { clearExports, writeExport } from './exports.jobs.js';
import { ExportsRepository, objectsOfExports, type StoredExport } from './exports.repository.js';

const minute = 60_000;
const hour = 60 * minute;
const clearInterval = 5 * minute;
/** ms after which a waiting export is assumed to have no job, because of a crash before the job was added. */
const leftBehind = minute;
/** ms that the record of an export stays stored after the export expired. */
const recordLifetime = 30 * 24 * hour;

/** Deletes expired files, which contain personal data, and adds the missing jobs of exports. */
@Injectable()
export class ExportsCleaner implements OnApplicationBootstrap {
  constructor(
    private readonly exports: ExportsRepository,
    private readonly jobs: JobQueue,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(clearExports, {}, clearInterval);
  }

  @WorksOn(clearExports)
  async clear(): Promise<void> {
    for (let over = await this.exports.over(); over.length > 0; over = await this.exports.over())
      for (const ended of over) await this.end(ended);
    const left = await this.exports.waitingSince(new Date(Date.now() - leftBehind));
    // Adding an existing job is a no-op.
    for (const { id } of left) await this.jobs.add(writeExport, { id }, { id });
    await this.removeOrphans();
    await this.exports.forget(new Date(Date.now() - recordLifetime));
  }

  private async end({ id, status, object_name }: StoredExport): Promise<void> {
    if (status !== 'done') return this.exports.fail(id);
    if (object_name) await this.store.remove(object_name);
    await this.exports.expire(id);
  }

  /** Deletes files that are older than those of any live export: workers that crashed left them. */
  private async removeOrphans(): Promise<void> {
    const oldest = Date.now() - (exportLifetime + 1) * hour;
    for await (const { name, modifiedAt } of this.store.list(objectsOfExports))
      if (modifiedAt.getTime() < oldest) await this.store.remove(name);
  }
}
