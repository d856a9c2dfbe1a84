import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable } from '@nestjs/common';
import { sendConfirmation, sendNotice } from './limited-mails.jobs.js';
import { mailAttempts, sendMail } from './mail.jobs.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { MailNotSentError, MailSender } from './mail-sender.js';

@Injectable()
export class SendMailProcessor {
  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly sender: MailSender,
  ) {}

  @WorksOn(sendNotice)
  sendNotice(payload: JobPayload<typeof sendNotice>, meta: JobMeta): Promise<void> {
    return this.send(payload, meta);
  }

  @WorksOn(sendConfirmation)
  sendConfirmation(payload: JobPayload<typeof sendConfirmation>, meta: JobMeta): Promise<void> {
    return this.send(payload, meta);
  }

  /** Sends an email at least once: after a crash before it is recorded, again under the same Message-ID. */
  @WorksOn(sendMail)
  async send({ delivery_id }: JobPayload<typeof sendMail>, { attempt }: JobMeta): Promise<void> {
    const delivery = await this.deliveries.find(delivery_id);
    if (delivery?.state !== 'unsent') return;
    try {
      await this.sender.send(delivery);
    } catch (error) {
      if (!(error instanceof MailNotSentError)) throw error;
      if (attempt >= mailAttempts) return this.deliveries.markFailed(delivery, error.reason);
      await this.deliveries.noteFailure(delivery._id, error.reason);
      throw error.cause;
    }
  }
}
