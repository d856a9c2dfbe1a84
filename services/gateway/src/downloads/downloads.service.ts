import type { Readable } from 'node:stream';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { openBytes } from '@docfolio/service-kit/bytes/bytes-client';
import type { DownloadTickets, TakenTicket } from '@docfolio/service-kit/bytes/download-tickets';
import type { Logger } from '@docfolio/service-kit/logging';
import type { AuditCsv } from '../audit/audit-csv.js';

/** Internal addresses of the services that store files: `http://host:port`. */
export type ByteOwners = Partial<Record<ServiceName, string>>;

export interface DownloadsOptions {
  owners: ByteOwners;
  secret: string;
}

export interface Download {
  body: Readable;
  /** Undefined if the file is made while it is sent. */
  size?: number;
  contentType: string;
  fileName: string;
}

export class Downloads {
  constructor(
    private readonly tickets: DownloadTickets,
    private readonly options: DownloadsOptions,
    private readonly logger: Logger,
    private readonly audit: AuditCsv,
  ) {}

  /** Checks a one-time URL without consuming it. @throws ProblemError `not_found`; Error of Redis */
  async look(token: string): Promise<void> {
    await this.tickets.look(token);
  }

  /**
   * Consumes a one-time URL and opens its file. The URL remains valid if the owning service is unavailable.
   * @param gone aborts the transfer @throws ProblemError `not_found`, `unavailable`; Error of Redis
   */
  async open(token: string, requestId: string, gone: AbortSignal): Promise<Download> {
    const ticket = await this.tickets.take(token);
    const { service, name, file_name: fileName } = ticket;
    if (service === 'gateway') return { body: this.audit.open(name), contentType: 'text/csv; charset=utf-8', fileName };
    const url = this.options.owners[service];
    if (url === undefined) throw new Error(`Nobody has said where the files of ${service} are`);
    try {
      const bytes = await openBytes({ service, url, secret: this.options.secret, name, requestId, signal: gone });
      return { ...bytes, fileName };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable') await this.giveBack(ticket);
      throw error;
    }
  }

  private async giveBack(ticket: TakenTicket): Promise<void> {
    try {
      await ticket.giveBack();
    } catch (error) {
      this.logger.warn({ err: error }, 'unused download ticket not restored');
    }
  }
}
