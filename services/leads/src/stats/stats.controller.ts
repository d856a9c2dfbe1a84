import { stats } from '@docfolio/contracts/stats';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { StatsService } from './stats.service.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Handle(stats.people)
  people() {
    return this.stats.people();
  }
}
