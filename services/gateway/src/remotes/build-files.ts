import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { buildFileLimit } from '@docfolio/contracts/entities/remote';
import { type BytesResponse, requestBytes, sendBytes } from '@docfolio/service-kit/bytes/bytes-client';
import { type ByteOwnerOptions, conditionsOf, pickHeaders, type Transfer } from '../http/byte-transfer.js';

export interface BuildFile {
  remote: string;
  build: string;
  path: string;
}

/** Transfers files of remotes' builds from and to the media service. */
export class BuildFiles {
  constructor(private readonly options: ByteOwnerOptions) {}

  /**
   * Requests a file, with the conditional and range headers of `asked`.
   * @throws ProblemError `not_found`; `unavailable` within 5 s
   */
  request(file: BuildFile, asked: IncomingMessage, transfer: Transfer): Promise<BytesResponse> {
    return requestBytes({
      ...this.owner(file, transfer),
      method: asked.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: conditionsOf(asked.headers),
    });
  }

  /**
   * Streams an upload to the media service and returns its response.
   * @throws ProblemError `body_too_large` immediately if Content-Length says so; the problems of the media service, which
   * compares size and hash with the record of the build; `unavailable`
   */
  async send(file: BuildFile, sent: IncomingMessage, transfer: Transfer): Promise<unknown> {
    if (Number(sent.headers['content-length'] ?? 0) > buildFileLimit)
      throw new ProblemError('body_too_large', {
        detail: `A file of a build has at most ${buildFileLimit / 1024 / 1024} MiB.`,
      });
    const headers = pickHeaders(sent.headers, ['content-type', 'content-length']);
    return sendBytes({ ...this.owner(file, transfer), body: sent, headers });
  }

  private owner({ remote, build, path }: BuildFile, transfer: Transfer) {
    return {
      service: 'media' as const,
      ...this.options,
      name: `remotes/${remote}/${build}/${path}`,
      ...transfer,
    };
  }
}
