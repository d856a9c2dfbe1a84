import type { JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { mailDigest, sweepDigests } from './comment-digest.jobs.js';
import { CommentDigestRepository } from './comment-digest.repository.js';
import { digestMail } from './digest-mail.js';

/** ms between sweeps. A sweep mails digests that are overdue by at least as much. */
const sweepInterval = 60_000;
const sweepSize = 100;

@Injectable()
export class CommentDigestProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly digests: CommentDigestRepository,
    private readonly mails: MailService,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(sweepDigests, {}, sweepInterval);
  }

  /** Queues the email of a digest to the owner. Idempotent: the email's id is derived from the digest's. */
  @WorksOn(mailDigest)
  async mail({ digest_id }: JobPayload<typeof mailDigest>): Promise<void> {
    const digest = await this.digests.close(digest_id);
    if (!digest) return;
    await this.mails.order({
      eventId: digest._id,
      kind: 'comment_digest',
      to: null,
      ...digestMail(digest, config.SITE_URL),
    });
    await this.digests.markMailed(digest._id);
  }

  /** Queues the emails of digests whose job was lost, as after Redis was emptied. */
  @WorksOn(sweepDigests)
  async sweep(): Promise<void> {
    const overdue = await this.digests.overdue(new Date(Date.now() - sweepInterval), sweepSize);
    for (const { _id } of overdue) await this.mail({ digest_id: _id });
  }
}
