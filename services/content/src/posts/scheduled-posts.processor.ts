import { ProblemError } from '@docfolio/contracts/problem';
import type { JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { publishScheduled, sweepScheduled } from './post-schedule.jobs.js';
import { PostSchedule } from './post-schedule.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';

/** Milliseconds between sweeps. */
const sweepInterval = 60_000;
/** Milliseconds that a sweep looks ahead: past the sweep after the next, so that a lost job is found before its time. */
const horizon = 2.5 * sweepInterval;

/** Publishes drafts at their times, what came due while nobody was there at once. */
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

  /** A post that is gone, published, or waits for another time is left alone. */
  @WorksOn(publishScheduled)
  async publish({ id, at }: JobPayload<typeof publishScheduled>): Promise<void> {
    const post = await this.publishDue(id);
    // Its time is still to come: a clock has been set back since the job was due.
    if (post?.scheduled_at === at) await this.schedule.expect(post, `${Date.now()}`);
  }

  @WorksOn(sweepScheduled)
  async sweep(): Promise<void> {
    const now = Date.now();
    for (const post of await this.stored.scheduledUntil(new Date(now + horizon))) {
      if (Date.parse(post.scheduled_at!) <= now) await this.publishDue(post.id);
      else await this.schedule.expect(post);
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
