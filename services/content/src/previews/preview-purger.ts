import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { purgePreviews } from './previews.jobs.js';
import { PreviewsRepository } from './previews.repository.js';

const purgeInterval = 60 * 60_000;

/** Deletes the stored preview links of purged posts once an hour; other links are deleted when they expire. */
@Injectable()
export class PreviewPurger implements OnApplicationBootstrap {
  constructor(
    private readonly previews: PreviewsRepository,
    private readonly posts: PostsRepository,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(purgePreviews, {}, purgeInterval);
  }

  @WorksOn(purgePreviews)
  async purge(): Promise<void> {
    const previewed = await this.previews.postIdsWithPreviews();
    const present = await this.posts.existingIds(previewed);
    for (const id of previewed.filter((post) => !present.has(post))) await this.previews.purgeByPost(id);
  }
}
