import { ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import { imageName, imageQuery, imageRoute, imageUploadPath } from '@docfolio/contracts/entities/image';
import { Controller, Get, Inject, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { guardsOf } from '../access/access.guards.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { apiPrefix } from '../http/api-prefix.js';
import { forwardBytes, transferOf } from '../http/byte-transfer.js';
import type { EdgeRequest } from '../http/edge-request.js';
import type { RouteSettings } from '../http/http-adapter.js';
import { readIdempotencyKey } from '../http/idempotency-key.js';
import { ImageOwner } from './image-owner.js';

const uploadSettings: RouteSettings = { anyBody: true };

@Controller(apiPrefix)
export class ImagesController {
  constructor(
    @Inject(ImageOwner) private readonly owner: ImageOwner,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
  ) {}

  /** Serves an image. @throws ProblemError `not_found`, also for a malformed name; `validation_failed` (width) */
  @Get(imageRoute)
  async show(
    @Param('name') name: string,
    @Query() query: unknown,
    @Req() request: EdgeRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!imageName.safeParse(name).success) throw new ProblemError('not_found');
    const { w } = parseOrThrow(imageQuery, query);
    const answer = await this.owner.request(name, w, request.raw, transferOf(request, reply));
    // Feed readers and mail programs show images in pages of other origins.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    forwardBytes(answer, reply);
  }

  /**
   * Receives an upload: a form with one field, `file`. Admins only, checked before any byte is read.
   * @throws ProblemError `unsupported_media_type`, `body_too_large`, `validation_failed`; `unavailable`
   */
  @Post(imageUploadPath)
  @UseGuards(...guardsOf.admin)
  @RouteConfig(uploadSettings)
  async upload(@Req() request: EdgeRequest, @Res() reply: FastifyReply): Promise<void> {
    const key = readIdempotencyKey(request);
    // Fastify has consumed a body of another type.
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
      throw new ProblemError('unsupported_media_type', { detail: 'Send the file as multipart/form-data.' });
    const call = await this.audit.beginWrite({ operation: 'images.upload', act: 'created', kind: 'images' }, request);
    try {
      const made = await this.owner.send(key, request.raw, transferOf(request, reply));
      await call.succeed(made);
      reply.status(201).send(made);
    } catch (error) {
      await call.fail(error);
      throw error;
    }
  }
}
