import { livePath } from '@docfolio/contracts/core/live';
import { Controller, Get, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { guardsOf } from '../access/access.guards.js';
import { apiPrefix } from '../http/api-prefix.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { LiveHub } from './live-hub.js';
import { LiveStream, streamHeaders } from './live-stream.js';

@Controller(apiPrefix)
export class LiveController {
  constructor(@Inject(LiveHub) private readonly hub: LiveHub) {}

  /** Opens a stream of changes. @throws ProblemError `rate_limited`, `saturated`, `unavailable` */
  @Get(livePath)
  @UseGuards(...guardsOf.admin)
  hear(@Req() request: EdgeRequest, @Res() reply: FastifyReply): void {
    // The response deadline has passed.
    if (reply.sent) return;
    if (request.method === 'HEAD') return void reply.headers(streamHeaders).send();
    const principal = request.principal!;
    this.hub.admit(principal.session_id);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders });
    const stream = new LiveStream(raw, principal);
    // The client has disconnected.
    if (!stream.isOpen) return;
    raw.on('close', () => this.hub.remove(stream));
    this.hub.add(stream, request.headers['last-event-id']?.toString());
  }
}
