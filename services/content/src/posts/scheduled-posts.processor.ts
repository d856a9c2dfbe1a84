import { ProblemError } from '@docfolio/contracts/core/problem';
import type { JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { publishScheduled, sweepScheduled } from './post-schedule.jobs.js';
import { PostSchedule } from './post-schedule.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';

const sweepInterval = 60_000;
/** ms that a sweep looks ahead: more than two intervals, so that it replaces a lost job before its time. */
const horizon = 2.5 * sweepInterval;

/** Publishes drafts at their scheduled times. Overdue ones are published at startup. */
@Injectable()
export class ScheduledPostsProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly posts: PostsService,
    private readonly stored: PostsRepository,
    private readonly schedule: PostSchedule,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(sweepScheduled, {}, sweepInterval);
    await this.sweep();
  }

  /** Publishes a draft at its scheduled time. A no-op if the post is deleted, published or rescheduled. */
  @WorksOn(publishScheduled)
  async publish({ id, at }: JobPayload<typeof publishScheduled>): Promise<void> {
    const post = await this.publishDue(id);
    // The job ran early because a clock was set back: queue another one.
    if (post?.scheduled_at === at) await this.schedule.enqueue(post, `${Date.now()}`);
  }

  @WorksOn(sweepScheduled)
  async sweep(): Promise<void> {
    const now = Date.now();
    for (const post of await this.stored.scheduledUntil(new Date(now + horizon))) {
      if (Date.parse(post.scheduled_at!) <= now) await this.publishDue(post.id);
      else await this.schedule.enqueue(post);
    }
  }

  private async publishDue(id: string) {
    try {
      return await this.posts.publishDue(id);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
