import { ProblemError } from '@docfolio/contracts/core/problem';
import { downloadLifetime, exportChanged, type NewExport } from '@docfolio/contracts/entities/export';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { ExportedLists } from './exported-lists.js';
import { writeExport } from './exports.jobs.js';
import { ExportsRepository, endOfLife, type StoredExport } from './exports.repository.js';

@Injectable()
export class ExportsService {
  constructor(
    private readonly exports: ExportsRepository,
    private readonly lists: ExportedLists,
    private readonly jobs: JobQueue,
    private readonly tickets: DownloadTickets,
  ) {}

  /** Starts an export; a retry returns the same one. @throws ProblemError `validation_failed` for a bad query */
  async order({ list, query }: NewExport, call: CallContext): Promise<StoredExport> {
    this.lists.parse(list, query);
    const ordered = await this.exports.create(
      call.recordId,
      call.bodyHash,
      { list, query, status: 'waiting', file_name: `${list}.csv`, expires_at: endOfLife() },
      ({ id }) => [occurred(exportChanged, { id, act: 'created' })],
    );
    if (ordered.status === 'waiting') await this.jobs.add(writeExport, { id: ordered.id }, { id: ordered.id });
    return current(ordered);
  }

  async get(id: string): Promise<StoredExport> {
    return current(await this.exports.get(id));
  }

  /** Returns a link that works once. @throws ProblemError `not_found` if the file expired; `conflict` without a file */
  async link(id: string): Promise<{ url: string; expires_at: string }> {
    const { status, object_name, file_name } = await this.get(id);
    if (status === 'expired') throw new ProblemError('not_found', { detail: 'The file has been removed.' });
    if (status === 'failed') throw new ProblemError('conflict', { detail: 'The file could not be written.' });
    if (!object_name) throw new ProblemError('conflict', { detail: 'The file is not finished yet.' });
    const expires_at = new Date(Date.now() + downloadLifetime * 1_000).toISOString();
    const url = await this.tickets.issue({ service: 'leads', name: object_name, file_name }, downloadLifetime);
    return { url, expires_at };
  }
}

/** Returns the export with the status expired once its time is over, even before its file is deleted. */
function current(stored: StoredExport): StoredExport {
  const over = stored.status === 'done' && new Date(stored.expires_at) <= new Date();
  return over ? { ...stored, status: 'expired' } : stored;
}
