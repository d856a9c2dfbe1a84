import type { Recipient } from '@docfolio/contracts/entities/newsletter';
import { inSpan, recordError } from '@docfolio/process/tracing/tracer';
import { newId } from '@docfolio/service-kit/identity';
import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { config } from '../config.js';
import { messageId } from '../mail/mail.service.js';
import { countAttempt } from '../mail/mail-metrics.js';
import {
  MailOutcomeUnknownError,
  MailRefusedError,
  MailServerUnavailableError,
  type MailTransport,
} from '../mail/mail-transport.js';
import { oneClickUrl } from '../mail/subscription-links.js';
import { withFooter } from './issue-mail.js';
import { IssueProgress } from './issue-progress.js';
import { sendBatch, triesOfOne } from './newsletter.jobs.js';
import { NewsletterDeliveryRepository, type Outcome, type Run } from './newsletter-delivery.repository.js';
import type { StoredDelivery } from './newsletter-delivery.schema.js';
import { NewsletterIssueRepository, type StoredIssue } from './newsletter-issue.repository.js';
import { Recipients } from './recipients.js';

export const bulkTransportToken = Symbol('BulkTransport');

/** Thrown to have the job retried after its backoff, because emails of its batch are still waiting. */
class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
}

@Injectable()
export class BatchSender implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    private readonly recipients: Recipients,
    private readonly progress: IssueProgress,
    @Inject(bulkTransportToken) private readonly transport: MailTransport,
  ) {}

  /** Stops after the email in flight. The job is retried, by another process or after the restart. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Sends a batch's waiting emails, each at most once. Those that an interrupted run was sending become `unknown`. */
  @WorksOn(sendBatch)
  async send({ issue_id, round, delivery_ids }: JobPayload<typeof sendBatch>, { jobId }: JobMeta): Promise<void> {
    await this.deliveries.markUnknown(jobId, delivery_ids);
    this.progress.touch(issue_id);
    if (!(await this.issues.isSending(issue_id, round))) return;
    const waiting = await this.deliveries.waitingAmong(delivery_ids);
    if (waiting.length === 0) return;
    const [issue, entitled] = await Promise.all([
      this.issues.get(issue_id),
      this.recipients.still(waiting.map(({ subscriber_id }) => subscriber_id)),
    ]);
    await this.deliveries.drop(waiting.filter((one) => !entitled.has(one.subscriber_id)).map(({ _id }) => _id));
    const run = { job: jobId, run: newId() };
    let putOff = false;
    for (const delivery of waiting) {
      const recipient = entitled.get(delivery.subscriber_id);
      if (!recipient) continue;
      if (this.stopping) throw new RetryLaterError('the process stops');
      // The issue was paused. When it is resumed, a new round checks again who is still subscribed.
      if (!(await this.issues.isSending(issue_id, round))) return;
      const end = await this.sendOne(issue, delivery, recipient, run);
      this.progress.touch(issue_id);
      if (end === 'server unavailable') throw new RetryLaterError('the mail server is unavailable');
      putOff ||= end === 'waiting';
    }
    if (putOff) throw new RetryLaterError('refused for now');
  }

  private async sendOne(issue: StoredIssue, delivery: StoredDelivery, recipient: Recipient, run: Run) {
    const { _id } = delivery;
    if (!(await this.deliveries.claim(_id, recipient.email, run))) return 'taken';
    const error = await this.handOver(issue, _id, recipient);
    const outcome = outcomeOf(error, delivery.tries + 1);
    countAttempt('newsletter', attemptOf[outcome.state]);
    await this.deliveries.settle(_id, run, outcome);
    return error instanceof MailServerUnavailableError ? 'server unavailable' : outcome.state;
  }

  private handOver(issue: StoredIssue, id: string, recipient: Recipient): Promise<unknown> {
    const attributes = { 'docfolio.mail_kind': 'newsletter' };
    return inSpan('send mail', { kind: 'client', attributes }, async (span) => {
      const error = await this.sendTo(issue, id, recipient);
      if (error !== undefined) recordError(span, error);
      return error;
    });
  }

  private async sendTo(issue: StoredIssue, id: string, { email, unsubscribe_token }: Recipient): Promise<unknown> {
    try {
      await this.transport.send({
        deliveryId: id,
        messageId: messageId(`newsletter ${id}`),
        from: config.MAIL_FROM,
        to: email,
        subject: issue.subject,
        ...withFooter(issue, config.SITE_URL, unsubscribe_token),
        oneClick: oneClickUrl(config.SITE_URL, unsubscribe_token),
        bulk: true,
        date: new Date(issue.created_at),
      });
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

const attemptOf = { sent: 'sent', waiting: 'retry', failed: 'refused', unknown: 'unknown' } as const;

function outcomeOf(error: unknown, tries: number): Outcome {
  if (error === undefined) return { state: 'sent' };
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  if (error instanceof MailRefusedError) return { state: 'failed', error: message ?? 'refused' };
  if (error instanceof MailOutcomeUnknownError) return { state: 'unknown', error: 'the connection was lost' };
  const reason = responseCode === undefined ? (code ?? 'not sent') : `SMTP ${responseCode}`;
  return { state: tries < triesOfOne ? 'waiting' : 'failed', error: reason };
}
