import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { purgeComments } from './comments.jobs.js';
import { CommentsRepository } from './comments.repository.js';

const purgeInterval = 60 * 60_000;

/** Purges the comments of purged posts: visitors cannot read them, but they hold personal data. */
@Injectable()
export class CommentPurger implements OnApplicationBootstrap {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly posts: PostsRepository,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(purgeComments, {}, purgeInterval);
  }

  @WorksOn(purgeComments)
  async purge(): Promise<void> {
    const commented = await this.comments.postIdsWithComments();
    const present = await this.posts.existingIds(commented);
    for (const id of commented.filter((post) => !present.has(post))) await this.comments.purgeByPost(id);
  }
}
