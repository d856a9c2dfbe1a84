import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { systemBackup, systemJobs, systemStatus } from '@docfolio/contracts/entities/system';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Answers } from '../operations/answers.js';
import { edgeRedisToken } from '../redis.module.js';
import { requestBackup } from './backups.js';
import { JobsService } from './jobs.service.js';
import { SystemService } from './system.service.js';

@Injectable()
export class SystemHandlers {
  constructor(
    @Inject(SystemService) private readonly system: SystemService,
    @Inject(JobsService) private readonly jobs: JobsService,
    @Inject(edgeRedisToken) private readonly redis: Redis,
  ) {}

  @Answers(systemStatus.get)
  get(): Promise<OutputOf<typeof systemStatus.get>> {
    return this.system.current();
  }

  @Answers(systemJobs.list, { problems: ['not_found'] })
  async listJobs({ queue, state }: InputOf<typeof systemJobs.list>): Promise<OutputOf<typeof systemJobs.list>> {
    return { data: await this.jobs.list(queue, state) };
  }

  @Answers(systemJobs.get, { problems: ['not_found'] })
  getJob({ queue, job }: InputOf<typeof systemJobs.get>): Promise<OutputOf<typeof systemJobs.get>> {
    return this.jobs.get(queue, job);
  }

  @Answers(systemJobs.retry, { problems: ['not_found', 'conflict'] })
  async retry(input: InputOf<typeof systemJobs.retry>): Promise<OutputOf<typeof systemJobs.retry>> {
    await this.jobs.retry(input.queue, input.job);
    return input;
  }

  @Answers(systemJobs.discard, { problems: ['not_found', 'conflict'] })
  async discard(input: InputOf<typeof systemJobs.discard>): Promise<OutputOf<typeof systemJobs.discard>> {
    await this.jobs.discard(input.queue, input.job);
    return input;
  }

  @Answers(systemJobs.retryAll, { problems: ['not_found'] })
  async retryAll({ queue }: InputOf<typeof systemJobs.retryAll>): Promise<OutputOf<typeof systemJobs.retryAll>> {
    return { retried: await this.jobs.retryAll(queue) };
  }

  @Answers(systemBackup.create, { problems: ['conflict'] })
  async backUp(): Promise<OutputOf<typeof systemBackup.create>> {
    return { started: await requestBackup(this.redis, 'create') };
  }

  @Answers(systemBackup.verify, { problems: ['conflict'] })
  async verify(): Promise<OutputOf<typeof systemBackup.verify>> {
    return { started: await requestBackup(this.redis, 'verify') };
  }
}
