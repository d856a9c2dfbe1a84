import { createHash } from 'node:crypto';
import { matchesEtag } from '@docfolio/process/entity-tag';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageSecurityPolicy } from '../http/headers.js';

export const referencePaths = {
  document: '/api/v1/openapi.json',
  page: '/api/docs',
  stylesheet: '/api/docs/reference.css',
} as const;

export interface FixedBody {
  text: string;
  type: string;
  etag: string;
}

export function fixedBody(type: string, text: string): FixedBody {
  return { type, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

export const referenceToken = Symbol('bodies of the reference');
/** Each body is made by its first request: together they would take a third of the gateway's start. */
export type Reference = Record<keyof typeof referencePaths, () => FixedBody>;

@Controller()
export class ReferenceController {
  constructor(@Inject(referenceToken) private readonly reference: Reference) {}

  @Get(referencePaths.document)
  document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.reference.document());
  }

  @Get(referencePaths.page)
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.header('content-security-policy', pageSecurityPolicy);
    send(request, reply, this.reference.page());
  }

  @Get(referencePaths.stylesheet)
  stylesheet(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.reference.stylesheet());
  }
}

function send(request: FastifyRequest, reply: FastifyReply, body: FixedBody): void {
  reply.header('cache-control', 'no-cache').header('etag', body.etag);
  if (matchesEtag(body.etag, request.headers['if-none-match'])) reply.status(304).send();
  else reply.type(body.type).send(body.text);
}
