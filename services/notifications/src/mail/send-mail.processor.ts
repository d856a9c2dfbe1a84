import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, config } from '../config.js';
import { OwnerRepository } from '../owner/owner.repository.js';
import { mailAttempts, sendMail } from './mail.jobs.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { secretPlaceholder } from './mail-delivery.schema.js';
import { MailRefusedError, type MailTransport } from './mail-transport.js';
import { sendNotice } from './send-notice.job.js';

export const mailTransportToken = Symbol('MailTransport');

@Injectable()
export class SendMailProcessor {
  private readonly from: Config['MAIL_FROM'] = config.MAIL_FROM;

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly owner: OwnerRepository,
    private readonly secrets: SecretHandover,
    @Inject(mailTransportToken) private readonly transport: MailTransport,
  ) {}

  @WorksOn(sendNotice)
  sendNotice(payload: JobPayload<typeof sendNotice>, meta: JobMeta): Promise<void> {
    return this.send(payload, meta);
  }

  /** Sends an email at least once: after a crash before it is recorded, again under the same Message-ID. */
  @WorksOn(sendMail)
  async send({ delivery_id }: JobPayload<typeof sendMail>, { attempt }: JobMeta): Promise<void> {
    const delivery = await this.deliveries.find(delivery_id);
    if (delivery?.state !== 'unsent') return;
    const { secret_id } = delivery;
    try {
      const text = secret_id === null ? delivery.text : await this.textWithSecret(delivery.text, secret_id);
      if (text === null) return await this.deliveries.markSuppressed(delivery._id);
      await this.transport.send({
        deliveryId: delivery._id,
        messageId: delivery.message_id,
        from: this.from,
        to: delivery.to ?? (await this.owner.address()),
        replyTo: delivery.reply_to ?? undefined,
        subject: delivery.subject,
        text,
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
    if (secret_id !== null) await this.secrets.discard(secret_id);
  }

  private async textWithSecret(text: string, secretId: string): Promise<string | null> {
    const secret = await this.secrets.read(secretId);
    return secret === null ? null : text.replace(secretPlaceholder, () => secret);
  }
}
