import { downloadPath } from '@docfolio/service-kit/bytes/download-tickets';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Downloads } from './downloads.service.js';

/** Public, since a link carries no access token: the address itself, which works once, is the permission. */
export const downloadRoute = `${downloadPath}/:token`;

/** Files of the services, as bytes. */
@Controller()
export class DownloadsController {
  constructor(@Inject(Downloads) private readonly downloads: Downloads) {}

  /** @throws ProblemError `not_found`, `unavailable` */
  @Get(downloadRoute)
  async download(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Whatever looks at links before they are followed doesn't use them up.
    if (request.method === 'HEAD') {
      await this.downloads.look(token);
      return void reply.send();
    }
    const gone = new AbortController();
    // Also while the owner is still being asked.
    reply.raw.once('close', () => gone.abort());
    const { body, size, contentType, fileName } = await this.downloads.open(token, request.id, gone.signal);
    reply
      .header('content-disposition', attachment(fileName))
      .header('content-length', size)
      .type(contentType)
      .send(body);
  }
}

/** RFC 6266: the name in ASCII for old readers, and as it is. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. -]/g, '_');
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
