import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { publishScheduled } from './post-schedule.jobs.js';
import type { ScheduledPost } from './posts.repository.js';

/** Queues the jobs that publish drafts. The stored `scheduled_at` decides: before it, a job publishes nothing. */
@Injectable()
export class PostSchedule {
  constructor(
    private readonly jobs: JobQueue,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Queues a job for the scheduled time. Never rejects. @param nonce adds another job for a time whose job has run */
  async enqueue({ id, scheduled_at: at }: ScheduledPost, nonce = ''): Promise<void> {
    if (at === null) return;
    const delay = Math.max(0, Date.parse(at) - Date.now());
    try {
      await this.jobs.add(publishScheduled, { id, at }, { id: `${id} ${at} ${nonce}`, delay });
    } catch (error) {
      this.logger.warn({ err: error, post: id }, 'publish job not queued, left to the sweep');
    }
  }
}
