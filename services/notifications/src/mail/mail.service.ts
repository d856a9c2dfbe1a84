import { createHash } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { limitParallel } from './limit-parallel.js';
import { limitedJobs } from './limited-mails.jobs.js';
import { firstBackoff, parallelMails, sendMail } from './mail.jobs.js';
import { MailAllowanceRepository } from './mail-allowance.repository.js';
import { MailDeliveryRepository, type Round } from './mail-delivery.repository.js';
import type { MailDelivery, MailKind } from './mail-delivery.schema.js';
import { MailNotSentError, MailSender } from './mail-sender.js';

const deliveryLifetime = 180 * 24 * 3_600_000;

/** Maximum emails of a kind to one address per day (UTC). Other kinds are unlimited. */
export const mailsADay: Partial<Record<MailKind, number>> = { lead_acknowledgement: 3, subscriber_confirmation: 3 };

export interface MailOrder {
  eventId: string;
  kind: MailKind;
  leadId?: string;
  to: string | null;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  oneClick?: string;
  secretId?: string;
}

export const hourlyLimitReached = 'hourly limit';

/** ms after the order in which the first attempt may start without a job. Later ones, as of a long backlog, are queued. */
const firstAttemptStart = 5_000;
/** ms after the order until the first attempt has ended; a hanging mail server may take 20 s. */
const firstAttemptTime = 25_000;
/** ms after a failure in which all emails are queued, so that no event waits for a mail server that hangs. */
const failurePause = 60_000;

/** Returns whether the first attempt needs no job. Emails that wait over a limit do: their queue counts them. */
function isSentOnReceipt(kind: MailKind): boolean {
  return kind === 'lead_acknowledgement' || (kind in limitedJobs && config.PUBLIC_MAILS_PER_HOUR === 0);
}

/** Returns the ms that are left of `time` ms from `since` on. */
function leftOf(time: number, since: Date): number {
  return Math.max(0, since.getTime() + time - Date.now());
}

@Injectable()
export class MailService {
  private limitedHour: string | undefined;
  private readonly inTurn = limitParallel(parallelMails);

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly allowances: MailAllowanceRepository,
    private readonly jobs: JobQueue,
    private readonly sender: MailSender,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async order(order: MailOrder): Promise<void> {
    const id = `${order.eventId}_${order.kind}`;
    const now = new Date();
    const recorded: MailDelivery = {
      _id: id,
      kind: order.kind,
      lead_id: order.leadId ?? null,
      to: order.to,
      reply_to: order.replyTo ?? null,
      subject: order.subject,
      text: order.text,
      html: order.html ?? null,
      one_click: order.oneClick ?? null,
      secret_id: order.secretId ?? null,
      state: (await this.isAllowed(order, id, now)) ? 'unsent' : 'suppressed',
      retries: 0,
      message_id: messageId(id),
      last_error: null,
      created_at: now,
      sent_at: null,
      expires_at: new Date(now.getTime() + deliveryLifetime),
      outbox: [],
    };
    const delivery = await this.deliveries.record(recorded);
    if (delivery.state !== 'unsent') return;
    if (await this.isOverHourlyLimit(delivery)) await this.deliveries.markFailed(delivery, hourlyLimitReached);
    else if (!isSentOnReceipt(order.kind)) await this.send(delivery);
    else if (delivery === recorded) await this.inTurn(() => this.sendOnReceipt(delivery));
    else await this.send(delivery, leftOf(firstAttemptTime, delivery.created_at));
  }

  listFailed(query: { after?: string; limit: number }) {
    return this.deliveries.listFailed(query);
  }

  /** Queues a failed email again, with all its attempts. @throws ProblemError `not_found` if it has not failed */
  async retry(id: string): Promise<{ id: string }> {
    const round = await this.deliveries.retry(id);
    if (!round) throw new ProblemError('not_found');
    await this.send(round);
    return { id };
  }

  /** Removes a failed email from the list of failures. @throws ProblemError `not_found` if it has not failed */
  async dismiss(id: string): Promise<{ id: string }> {
    if (!(await this.deliveries.dismiss(id))) throw new ProblemError('not_found');
    return { id };
  }

  async stats() {
    return { failed: await this.deliveries.countFailed() };
  }

  /** Queues an email. What the owner retries is not limited. @param delay ms until it may be sent */
  async send({ _id, kind, retries }: Round, delay = 0): Promise<void> {
    const job = (retries === 0 && limitedJobs[kind]) || sendMail;
    const id = retries > 0 ? `${_id}_${retries}` : _id;
    await this.jobs.add(job, { delivery_id: _id }, { id, ...(delay > 0 && { delay }) });
  }

  /**
   * Makes the first attempt without a job. Only the process whose insert recorded the email gets here, and other
   * deliveries of the event leave it the time for the attempt, so that both do not send it.
   */
  private async sendOnReceipt(delivery: MailDelivery): Promise<void> {
    if (leftOf(firstAttemptStart, delivery.created_at) === 0 || this.sender.hasFailedWithin(failurePause))
      return this.send(delivery);
    try {
      await this.sender.send(delivery);
    } catch (error) {
      if (!(error instanceof MailNotSentError)) throw error;
      this.logger.warn({ delivery: delivery._id, err: error.cause }, 'email not sent, will retry');
      await this.deliveries.noteFailure(delivery._id, error.reason);
      await this.send(delivery, firstBackoff);
    }
  }

  private async isAllowed({ kind, to }: MailOrder, id: string, now: Date): Promise<boolean> {
    const limit = mailsADay[kind];
    if (limit === undefined || !to) return true;
    return this.allowances.take(`${kind}_${now.toISOString().slice(0, 10)}_${to}`, id, limit, now);
  }

  /**
   * Returns whether receipts, without which a visitor misses nothing, reached the limit of this one's hour. Retries by the
   * owner don't count.
   */
  private async isOverHourlyLimit({ _id, kind, retries, created_at }: MailDelivery): Promise<boolean> {
    const limit = config.PUBLIC_MAILS_PER_HOUR;
    if (limit === 0 || kind !== 'lead_acknowledgement' || retries > 0) return false;
    const hour = created_at.toISOString().slice(0, 13);
    if (await this.allowances.take(`visitors_${hour}`, _id, limit, created_at)) return false;
    if (this.limitedHour !== hour) this.logger.warn({ hour, limit }, 'hourly limit of receipts to visitors reached');
    this.limitedHour = hour;
    return true;
  }
}

/**
 * Returns a delivery's Message-ID, the same for each attempt, so that duplicates are recognised (RFC 5322, 3.6.4). It ends in the
 * site's domain: filters take one that does not exist for a sign of spam.
 */
export function messageId(deliveryId: string): string {
  const { hostname } = new URL(config.SITE_URL);
  return `<${createHash('sha256').update(deliveryId).digest('hex').slice(0, 32)}@${hostname}>`;
}
