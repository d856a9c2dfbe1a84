import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InquiryFollower } from '../inquiries/inquiry-follower.js';
import { SubjectsRepository } from './subjects.repository.js';
import { purgeTimelines } from './timeline.jobs.js';
import { TimelineRepository } from './timeline.repository.js';

/** ms between purges, the same as between purges of soft-deleted records. */
const purgeInterval = 60 * 60_000;
const purgeSize = 500;

/** Deletes the timelines of purged leads, clients and projects; a converted lead's once its clients are purged. */
@Injectable()
export class TimelinePurger implements OnApplicationBootstrap {
  constructor(
    private readonly entries: TimelineRepository,
    private readonly subjects: SubjectsRepository,
    private readonly inquiries: InquiryFollower,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(purgeTimelines, {}, purgeInterval);
  }

  /** Checks every subject with a `deleted` entry: a purged record was deleted before. */
  @WorksOn(purgeTimelines)
  async purge(): Promise<void> {
    let after = '';
    for (;;) {
      const deletions = await this.entries.deletionsAfter(after, purgeSize);
      const ids = [...new Set(deletions.map(({ subject_id }) => subject_id))];
      const present = await this.subjects.present(ids);
      for (const id of ids.filter((subject) => !present.has(subject))) await this.forget(id);
      if (deletions.length < purgeSize) return;
      after = deletions.at(-1)!.id;
    }
  }

  private async forget(subject: string): Promise<void> {
    await this.inquiries.forgetSender(subject);
    const clients = await this.entries.clientsOf(subject);
    if ((await this.subjects.present(clients)).size === 0) await this.entries.forget(subject);
  }
}
