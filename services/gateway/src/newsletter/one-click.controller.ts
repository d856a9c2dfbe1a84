import { ProblemError } from '@docfolio/contracts/core/problem';
import { oneClickPath, subscriptions, subscriptionToken } from '@docfolio/contracts/entities/newsletter';
import { newId } from '@docfolio/service-kit/identity';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { apiPrefix } from '../http/api-prefix.js';
import type { EdgeRequest } from '../http/edge-request.js';
import type { RouteSettings } from '../http/http-adapter.js';
import { RateLimits } from '../limits/rate-limits.js';

export const oneClickRoute = `${apiPrefix}${oneClickPath}/:token`;

/** Ignores any body. Mail providers send `List-Unsubscribe=One-Click` (RFC 8058). */
const settings: RouteSettings = { anyBody: true };

@Controller()
export class OneClickController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  /** Unsubscribes the subscriber of a token. @throws ProblemError `not_found`, `rate_limited`, `unavailable` */
  @Post(oneClickRoute)
  @HttpCode(200)
  @RouteConfig(settings)
  async unsubscribe(@Param('token') token: string, @Req() request: EdgeRequest): Promise<{ status: string }> {
    if (!subscriptionToken.safeParse(token).success) throw new ProblemError('not_found');
    await this.limits.admitOneClick(request.ip, token);
    return this.rpc.call(subscriptions.unsubscribe, { token }, { requestId: request.id, auditId: newId() });
  }
}
