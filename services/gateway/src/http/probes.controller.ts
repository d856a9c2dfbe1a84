import { HealthRegistry } from '@docfolio/service-kit/health';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** What load balancers and supervisors ask, outside /api. */
@Controller()
export class ProbesController {
  constructor(@Inject(HealthRegistry) private readonly health: HealthRegistry) {}

  /** The process is alive; nothing else is checked. */
  @Get('/healthz')
  alive(@Res() reply: FastifyReply): void {
    reply.send({ status: 'alive' });
  }

  /** 200, or 503 with the names of what is missing. */
  @Get('/readyz')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { ready, missing } = await this.health.readiness();
    reply.status(ready ? 200 : 503).send({ ready, missing });
  }
}
