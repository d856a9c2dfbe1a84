import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { purgePreviews } from './previews.jobs.js';
import { PreviewsRepository } from './previews.repository.js';

/** Milliseconds between purges: as often as tombstones are purged. */
const purgeInterval = 60 * 60_000;

/** A link that leads to nothing any more is forgotten with its post, should it have some days left. */
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
    const previewed = await this.previews.previewedPosts();
    const present = await this.posts.present(previewed);
    for (const id of previewed.filter((post) => !present.has(post))) await this.previews.forget(id);
  }
}
