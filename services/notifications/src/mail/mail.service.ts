import { createHash } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/problem';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { sendMail } from './mail.jobs.js';
import { MailAllowanceRepository } from './mail-allowance.repository.js';
import { MailDeliveryRepository, type Round } from './mail-delivery.repository.js';
import type { MailDelivery, MailKind } from './mail-delivery.schema.js';
import { sendNotice } from './send-notice.job.js';

/** Milliseconds that a delivery and its text are kept. */
const deliveryLifetime = 180 * 24 * 3_600_000;

/** Mails of a kind that one address gets in a day, whatever is typed into the forms; of the others there is no limit. */
export const mailsADay: Partial<Record<MailKind, number>> = { lead_acknowledgement: 3, subscriber_confirmation: 3 };

export interface MailOrder {
  /** What made the mail necessary; the same event and kind make one mail. */
  eventId: string;
  kind: MailKind;
  /** The lead that it is about, whose timeline tells of it. */
  leadId?: string;
  /** Null: the owner. */
  to: string | null;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** Where its reader ends what it belongs to by one POST (RFC 8058). */
  oneClick?: string;
  /** The secret that `text` has a placeholder for, as `SecretHandover` knows it. */
  secretId?: string;
}

/** Mails to the address that somebody typed into a public form, limited by PUBLIC_MAILS_PER_HOUR together. */
const toVisitors: readonly MailKind[] = ['lead_acknowledgement', 'subscriber_confirmation'];
/** Why a mail beyond that limit was not sent. */
export const hourlyLimitReached = 'hourly limit';

@Injectable()
export class MailService {
  /** The last hour whose reached limit was logged. */
  private limitedHour: string | undefined;

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly allowances: MailAllowanceRepository,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records a mail and has it sent in the background. Safe to call again with the same order. */
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

  /** Has a given up mail tried again, from the first pause on. @throws ProblemError `not_found` */
  async retry(id: string): Promise<{ id: string }> {
    const round = await this.deliveries.retry(id);
    if (!round) throw new ProblemError('not_found');
    await this.send(round);
    return { id };
  }

  /** Leaves a given up mail unsent for good. @throws ProblemError `not_found` */
  async dismiss(id: string): Promise<{ id: string }> {
    if (!(await this.deliveries.dismiss(id))) throw new ProblemError('not_found');
    return { id };
  }

  async stats() {
    return { failed: await this.deliveries.countFailed() };
  }

  /** Adds the job that sends a mail. One that still waits is not added again, and neither is one that is done. */
  async send({ _id, kind, retries }: Round): Promise<void> {
    const job = kind === 'lead_owner' ? sendNotice : sendMail;
    await this.jobs.add(job, { delivery_id: _id }, { id: retries > 0 ? `${_id}_${retries}` : _id });
  }

  private async isAllowed({ kind, to }: MailOrder, id: string, now: Date): Promise<boolean> {
    const limit = mailsADay[kind];
    if (limit === undefined || !to) return true;
    return this.allowances.take(`${kind}_${now.toISOString().slice(0, 10)}_${to}`, id, limit, now);
  }

  /**
   * Whether public forms have caused as many mails to visitors in the hour of this one as they may. Mails that the owner
   * retries are not counted.
   */
  private async isOverHourlyLimit({ _id, kind, retries, created_at }: MailDelivery): Promise<boolean> {
    const limit = config.PUBLIC_MAILS_PER_HOUR;
    if (limit === 0 || !toVisitors.includes(kind) || retries > 0) return false;
    const hour = created_at.toISOString().slice(0, 13);
    if (await this.allowances.take(`visitors_${hour}`, _id, limit, created_at)) return false;
    if (this.limitedHour !== hour) this.logger.warn({ hour, limit }, 'hourly limit of mails to visitors reached');
    this.limitedHour = hour;
    return true;
  }
}

/** The Message-ID comes from the delivery, so a mail that is sent twice can be told for one (RFC 5322, 3.6.4). */
export function messageId(deliveryId: string): string {
  return `<${createHash('sha256').update(deliveryId).digest('hex').slice(0, 32)}@docfolio>`;
}
