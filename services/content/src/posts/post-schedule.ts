import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { publishScheduled } from './post-schedule.jobs.js';
import type { ScheduledPost } from './posts.repository.js';

/** Has drafts published at their times. The post is the truth: a job that comes at another time finds nothing to do. */
@Injectable()
export class PostSchedule {
  constructor(
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A job for the post's time, if it has one: one for each time, however often it is asked for. Never fails: what cannot
   * be added now the sweep adds later.
   * @param nonce makes it another job than the one that has been worked on
   */
  async expect({ id, scheduled_at: at }: ScheduledPost, nonce = ''): Promise<void> {
    if (at === null) return;
    const delay = Math.max(0, Date.parse(at) - Date.now());
    try {
      await this.jobs.add(publishScheduled, { id, at }, { id: `${id} ${at} ${nonce}`, delay });
    } catch (error) {
      this.logger.warn({ err: error, post: id }, 'a scheduled post is left to the sweep');
    }
  }
}
