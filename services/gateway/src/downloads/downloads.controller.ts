import { downloadPath } from '@docfolio/service-kit/bytes/download-tickets';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Downloads } from './downloads.service.js';

/** Public, because a link carries no access token: the one-time URL is the permission. */
export const downloadRoute = `${downloadPath}/:token`;

@Controller()
export class DownloadsController {
  constructor(@Inject(Downloads) private readonly downloads: Downloads) {}

  /** Streams the file of a one-time URL. @throws ProblemError `not_found`, `unavailable` */
  @Get(downloadRoute)
  async download(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // HEAD requests, such as those of link previews, do not consume the URL.
    if (request.method === 'HEAD') {
      await this.downloads.look(token);
      return void reply.send();
    }
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { body, size, contentType, fileName } = await this.downloads.open(token, request.id, gone.signal);
    if (size !== undefined) reply.header('content-length', size);
    reply.header('content-disposition', attachment(fileName)).type(contentType).send(body);
  }
}

/** Returns a Content-Disposition value (RFC 6266): the exact file name, and an ASCII one for old clients. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. -]/g, '_');
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
