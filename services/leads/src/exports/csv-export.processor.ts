import { Readable } from 'node:stream';
import { byteOrderMark } from '@docfolio/service-kit/csv';
import { newId } from '@docfolio/service-kit/identity';
import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { isUnreachable } from '@docfolio/service-kit/unreachable';
import { Inject, Injectable } from '@nestjs/common';
import { ExportedLists } from './exported-lists.js';
import { writeExport } from './exports.jobs.js';
import { ExportsRepository, objectsOfExports, type Progress, type StoredExport } from './exports.repository.js';

/** Number of the attempt from which a failure is permanent, unless a server is unreachable. */
const attempts = 4;
/** Minimum ms between progress updates. */
const progressInterval = 1_000;

/** Writes lists as CSV files into the object store, with one page of a list in memory at a time. */
@Injectable()
export class CsvExportProcessor {
  constructor(
    private readonly lists: ExportedLists,
    private readonly exports: ExportsRepository,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Writes the file of an export, always from the first row. Of concurrent runs the first to finish wins. */
  @WorksOn(writeExport)
  async write({ id }: JobPayload<typeof writeExport>, { attempt }: JobMeta): Promise<void> {
    const begun = await this.exports.begin(id);
    if (!begun) return;
    try {
      await this.writeFile(begun);
    } catch (error) {
      if (isUnreachable(error) || attempt < attempts) throw error;
      this.logger.error({ err: error, export: id }, 'export failed permanently');
      await this.exports.fail(id);
    }
  }

  private async writeFile(begun: StoredExport): Promise<void> {
    const name = `${objectsOfExports}${begun.id}.${newId()}.csv`;
    const progress: Progress = { rows: 0, total: 0 };
    const bytes = Readable.from(this.bytesOf(begun, progress), { objectMode: false });
    const { size } = await this.store.put(name, bytes, { contentType: 'text/csv; charset=utf-8' });
    const isFirst = await this.exports.finish(begun.id, { ...progress, size, object_name: name });
    if (!isFirst) await this.store.remove(name);
  }

  private async *bytesOf({ id, list, query }: StoredExport, progress: Progress): AsyncGenerator<Buffer> {
    yield Buffer.from(byteOrderMark + this.lists.headingOf(list));
    let reportedAt = 0;
    for await (const { lines, rows, total } of this.lists.linesOf(list, query)) {
      if (rows > 0) yield Buffer.from(lines);
      progress.rows += rows;
      progress.total = Math.max(total, progress.rows);
      if (Date.now() - reportedAt < progressInterval) continue;
      reportedAt = Date.now();
      await this.exports.reportProgress(id, progress);
    }
  }
}
