import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, config } from '../config.js';
import { OwnerRepository } from '../owner/owner.repository.js';
import { mailAttempts, sendMail } from './mail.jobs.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { MailRefusedError, type MailTransport } from './mail-transport.js';
import { sendNotice } from './send-notice.job.js';

export const MAIL_TRANSPORT = Symbol('MAIL_TRANSPORT');

@Injectable()
export class SendMailProcessor {
  private readonly from: Config['MAIL_FROM'] = config.MAIL_FROM;

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly owner: OwnerRepository,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
  ) {}

  @WorksOn(sendNotice)
  sendNotice(payload: JobPayload<typeof sendNotice>, meta: JobMeta): Promise<void> {
    return this.send(payload, meta);
  }

  /** Sends the mail at least once: a crash between sending and recording sends it again under its Message-ID. */
  @WorksOn(sendMail)
  async send({ delivery_id }: JobPayload<typeof sendMail>, { attempt }: JobMeta): Promise<void> {
    const delivery = await this.deliveries.find(delivery_id);
    if (delivery?.state !== 'unsent') return;
    try {
      await this.transport.send({
        deliveryId: delivery._id,
        messageId: delivery.message_id,
        from: this.from,
        to: delivery.to ?? (await this.owner.address()),
        replyTo: delivery.reply_to ?? undefined,
        subject: delivery.subject,
        text: delivery.text,
        html: delivery.html ?? undefined,
        oneClick: delivery.one_click ?? undefined,
        date: delivery.created_at,
      });
    } catch (error) {
      if (error instanceof MailRefusedError) return this.deliveries.markFailed(delivery, error.message);
      const reason = (error as { code?: string }).code ?? 'not sent';
      if (attempt >= mailAttempts) return this.deliveries.markFailed(delivery, reason);
      await this.deliveries.noteFailure(delivery._id, reason);
      throw error;
    }
    await this.deliveries.markSent(delivery, new Date());
  }
}
