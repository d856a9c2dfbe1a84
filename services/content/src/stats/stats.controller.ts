import { type ContentStats, stats } from '@docfolio/contracts/stats';
import { countEntities } from '@docfolio/service-kit/mongo/entity-counts';
import { MONGO_CONNECTION } from '@docfolio/service-kit/mongo/mongo.module';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { DeadLetters } from '@docfolio/service-kit/submissions/dead-letters.repository';
import { Controller, Inject } from '@nestjs/common';
import type { Connection } from 'mongoose';

@Controller()
export class StatsController {
  constructor(
    @Inject(MONGO_CONNECTION) private readonly connection: Connection,
    private readonly deadLetters: DeadLetters,
  ) {}

  @Handle(stats.content)
  async content(): Promise<ContentStats> {
    const [counts, parked_submissions] = await Promise.all([
      countEntities(this.connection, 'content'),
      this.deadLetters.count(),
    ]);
    return { ...counts, parked_submissions } as ContentStats;
  }
}
