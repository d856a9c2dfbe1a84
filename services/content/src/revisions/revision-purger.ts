import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PostRevisionsRepository } from '../posts/post-revisions.repository.js';
import { PostsRepository } from '../posts/posts.repository.js';
import { purgeRevisions } from './revisions.jobs.js';

const purgeInterval = 60 * 60_000;

/** Purges the revisions of purged posts. Posts in the trash keep theirs. */
@Injectable()
export class RevisionPurger implements OnApplicationBootstrap {
  constructor(
    private readonly revisions: PostRevisionsRepository,
    private readonly posts: PostsRepository,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(purgeRevisions, {}, purgeInterval);
  }

  @WorksOn(purgeRevisions)
  async purge(): Promise<void> {
    const revised = await this.revisions.postIdsWithRevisions();
    const present = await this.posts.existingIds(revised);
    for (const id of revised.filter((post) => !present.has(post))) await this.revisions.purgeByPost(id);
  }
}
