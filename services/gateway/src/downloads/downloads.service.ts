import type { ServiceName } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { type Bytes, openBytes } from '@docfolio/service-kit/bytes/bytes-client';
import type { DownloadTickets, TakenTicket } from '@docfolio/service-kit/bytes/download-tickets';
import type { Logger } from '@docfolio/service-kit/logging';

/** The internal ports of the services that keep files: `http://host:port`. */
export type ByteOwners = Partial<Record<ServiceName, string>>;

export interface DownloadsOptions {
  owners: ByteOwners;
  /** BYTES_SECRET */
  secret: string;
}

export interface Download extends Bytes {
  fileName: string;
}

/** Fetches the file that a one-time address stands for from the service that keeps it. */
export class Downloads {
  constructor(
    private readonly tickets: DownloadTickets,
    private readonly options: DownloadsOptions,
    private readonly logger: Logger,
  ) {}

  /** Whether the address is good. @throws ProblemError `not_found`; `unavailable` without Redis */
  async look(token: string): Promise<void> {
    await this.tickets.look(token);
  }

  /**
   * Uses the address up. One whose owner cannot be reached is good again, for the time that it had left.
   * @param gone breaks the transfer off
   * @throws ProblemError `not_found`; `unavailable` within 5 s
   */
  async open(token: string, requestId: string, gone: AbortSignal): Promise<Download> {
    const ticket = await this.tickets.take(token);
    const { service, name, file_name: fileName } = ticket;
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
      this.logger.warn({ err: error }, 'an address is lost that could not be used');
    }
  }
}
