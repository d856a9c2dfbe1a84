import { stats } from '@docfolio/contracts/stats';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { StatsRepository } from './stats.repository.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: StatsRepository) {}

  @Handle(stats.content)
  content() {
    return this.stats.counts();
  }
}
