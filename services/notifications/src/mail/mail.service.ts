import { createHash } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { sendMail } from './mail.jobs.js';
import { MailAllowanceRepository } from './mail-allowance.repository.js';
import { MailDeliveryRepository, type Round } from './mail-delivery.repository.js';
import type { MailDelivery, MailKind } from './mail-delivery.schema.js';
import { sendNotice } from './send-notice.job.js';

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

/** Kinds of emails to addresses entered in public forms. PUBLIC_MAILS_PER_HOUR limits their sum. */
const toVisitors: readonly MailKind[] = ['lead_acknowledgement', 'subscriber_confirmation'];
export const hourlyLimitReached = 'hourly limit';

@Injectable()
export class MailService {
  private limitedHour: string | undefined;

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly allowances: MailAllowanceRepository,
    private readonly jobs: JobQueue,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async order(order: MailOrder): Promise<void> {
    const id = `${order.eventId}_${order.kind}`;
    const now = new Date();
    const delivery = await this.deliveries.record({
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
    });
    if (delivery.state !== 'unsent') return;
    if (await this.isOverHourlyLimit(delivery)) await this.deliveries.markFailed(delivery, hourlyLimitReached);
    else await this.send(delivery);
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

  async send({ _id, kind, retries }: Round): Promise<void> {
    const job = kind === 'lead_owner' ? sendNotice : sendMail;
    await this.jobs.add(job, { delivery_id: _id }, { id: retries > 0 ? `${_id}_${retries}` : _id });
  }

  private async isAllowed({ kind, to }: MailOrder, id: string, now: Date): Promise<boolean> {
    const limit = mailsADay[kind];
    if (limit === undefined || !to) return true;
    return this.allowances.take(`${kind}_${now.toISOString().slice(0, 10)}_${to}`, id, limit, now);
  }

  /** Returns whether emails to visitors reached the limit of this email's hour. Retries by the owner don't count. */
  private async isOverHourlyLimit({ _id, kind, retries, created_at }: MailDelivery): Promise<boolean> {
    const limit = config.PUBLIC_MAILS_PER_HOUR;
    if (limit === 0 || !toVisitors.includes(kind) || retries > 0) return false;
    const hour = created_at.toISOString().slice(0, 13);
    if (await this.allowances.take(`visitors_${hour}`, _id, limit, created_at)) return false;
    if (this.limitedHour !== hour) this.logger.warn({ hour, limit }, 'hourly limit of emails to visitors reached');
    this.limitedHour = hour;
    return true;
  }
}

/** Returns a delivery's Message-ID, the same for each attempt, so that duplicates are recognised (RFC 5322, 3.6.4). */
export function messageId(deliveryId: string): string {
  return `<${createHash('sha256').update(deliveryId).digest('hex').slice(0, 32)}@docfolio>`;
}
