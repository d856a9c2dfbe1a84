import { ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import {
  buildFilePath,
  buildFilesPath,
  buildId,
  buildUploadPath,
  remoteName,
} from '@docfolio/contracts/entities/remote';
import { Controller, Get, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AcceptsApiTokens, guardsOf } from '../access/access.guards.js';
import { apiPrefix } from '../http/api-prefix.js';
import { forwardBytes, transferOf } from '../http/byte-transfer.js';
import type { EdgeRequest } from '../http/edge-request.js';
import type { RouteSettings } from '../http/http-adapter.js';
import { type BuildFile, BuildFiles } from './build-files.js';

/** Cache-Control of files of builds: a build never changes. */
const immutable = 'public, max-age=31536000, immutable';
const uploadSettings: RouteSettings = { anyBody: true };
const build = z.object({ name: remoteName, build: buildId });
const query = z.strictObject({ path: buildFilePath });

@Controller(apiPrefix)
export class RemotesController {
  constructor(@Inject(BuildFiles) private readonly files: BuildFiles) {}

  /** Serves a file of a build. @throws ProblemError `not_found`, `validation_failed`, `range_not_satisfiable` */
  @Get(buildFilesPath)
  async show(@Req() request: EdgeRequest, @Res() reply: FastifyReply): Promise<void> {
    const answer = await this.files.request(readFile(request), request.raw, transferOf(request, reply));
    forwardBytes(answer, reply, immutable);
  }

  /**
   * Receives a file of a published build. The sender is authorised before any byte is read.
   * @throws ProblemError `unsupported_media_type`, `body_too_large`; those of the media service; `unavailable`
   */
  @Post(buildUploadPath)
  @UseGuards(...guardsOf.admin)
  @AcceptsApiTokens('remotes:write', 'name')
  @RouteConfig(uploadSettings)
  async upload(@Req() request: EdgeRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = readFile(request);
    // Another content type has been parsed already, and its bytes are gone.
    if (!/^application\/octet-stream\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ProblemError('unsupported_media_type', { detail: 'Send the file as application/octet-stream.' });
    const stored = await this.files.send(file, request.raw, transferOf(request, reply));
    reply.status(201).send(stored);
  }
}

/** Returns the file that a URL names. @throws ProblemError `not_found` for an impossible build, `validation_failed` */
function readFile(request: EdgeRequest): BuildFile {
  const named = build.safeParse(request.params);
  if (!named.success) throw new ProblemError('not_found');
  const { path } = parseOrThrow(query, request.query);
  return { remote: named.data.name, build: named.data.build, path };
}
