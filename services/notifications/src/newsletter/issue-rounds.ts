import type { JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { IssueProgress } from './issue-progress.js';
import { batchSize, finishIssue, prepareIssue, sendBatch, sweepIssues } from './newsletter.jobs.js';
import { NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import { NewsletterIssueRepository, type StoredIssue } from './newsletter-issue.repository.js';
import { Recipients } from './recipients.js';

/** ms after which no process can still be sending an email: more than all default SMTP timeouts together. */
const longestSending = 3 * 60_000;
/** ms between sweeps. `standstill`: ms without progress after which a sweep restarts an issue. */
const sweepInterval = 60_000;
const standstill = 5 * 60_000;
const sweepSize = 20;
/** ms that a delivery that was not sent keeps its address after its last change. */
const addressLifetime = 30 * 24 * 3_600_000;

/** Sends issues in rounds: jobs for batches of waiting emails, then one that ends the issue or begins another round. */
@Injectable()
export class IssueRounds implements OnApplicationBootstrap {
  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    private readonly recipients: Recipients,
    private readonly progress: IssueProgress,
    private readonly jobs: JobQueue,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(sweepIssues, {}, sweepInterval);
  }

  async begin({ id, round }: Pick<StoredIssue, 'id' | 'round'>): Promise<void> {
    await this.jobs.add(prepareIssue, { issue_id: id, round }, { id: `${id}_${round}` });
  }

  @WorksOn(prepareIssue)
  async prepare({ issue_id, round }: JobPayload<typeof prepareIssue>): Promise<void> {
    let issue = await this.issues.get(issue_id);
    if (issue.round !== round) return;
    if (issue.state === 'preparing') {
      if (!(await this.listRecipients(issue))) return;
      issue = (await this.issues.move(issue_id, wholeList)) ?? issue;
    }
    if (issue.state !== 'sending') return;
    const waiting = await this.deliveries.waitingOf(issue_id);
    const batches = Array.from({ length: Math.ceil(waiting.length / batchSize) }, (_, index) => ({
      job: sendBatch,
      payload: { issue_id, round, delivery_ids: waiting.slice(index * batchSize, (index + 1) * batchSize) },
      id: `${issue_id}_${round}_${index}`,
    }));
    await this.jobs.addFlow({ job: finishIssue, payload: { issue_id, round }, id: `${issue_id}_${round}` }, batches);
  }

  @WorksOn(finishIssue)
  async finish({ issue_id, round }: JobPayload<typeof finishIssue>): Promise<void> {
    const issue = await this.issues.get(issue_id);
    if (issue.state !== 'sending' || issue.round !== round) return;
    await this.deliveries.markUnknownBefore(issue_id, new Date(Date.now() - longestSending));
    await this.progress.publish(issue_id);
    const { waiting, ...counts } = await this.deliveries.standing(issue_id);
    if (waiting > 0) {
      // An email may be waiting again since its batch was sent: another round sends it.
      if ((await this.deliveries.waitingOf(issue_id)).length > 0) return this.beginNext(issue_id);
      throw new Error('mails are still being sent');
    }
    await this.issues.move(issue_id, (current) =>
      current.state === 'sending' && current.round === round
        ? { ...counts, waiting, state: 'done', open: false, finished_at: new Date() }
        : null,
    );
  }

  /** Restarts issues without progress, as after Redis lost their jobs, and deletes old addresses. */
  @WorksOn(sweepIssues)
  async sweep(): Promise<void> {
    const now = Date.now();
    for (const id of await this.issues.stalledSince(new Date(now - standstill), sweepSize)) {
      this.logger.warn({ issue: id }, 'newsletter issue stalled, restarting');
      await this.deliveries.markUnknownBefore(id, new Date(now - longestSending));
      await this.beginNext(id);
    }
    await this.deliveries.forgetAddresses(new Date(now - addressLifetime));
  }

  /** Stores a delivery for each recipient who has none of the post. @returns false if the issue was paused */
  private async listRecipients(issue: StoredIssue): Promise<boolean> {
    for await (const screenful of this.recipients.batches()) {
      await this.deliveries.record(issue, screenful);
      this.progress.touch(issue.id);
      if ((await this.issues.get(issue.id)).state !== 'preparing') return false;
    }
    return true;
  }

  private async beginNext(id: string): Promise<void> {
    const next = await this.issues.move(id, ({ state, round }) =>
      state === 'sending' || state === 'preparing' ? { round: round + 1 } : null,
    );
    if (next) await this.begin(next);
  }
}

const wholeList = ({ state }: StoredIssue) =>
  state === 'preparing' ? { prepared: true, state: 'sending' as const } : { prepared: true };
