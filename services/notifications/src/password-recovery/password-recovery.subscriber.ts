import type { PayloadOf } from '@docfolio/contracts/core/event';
import { passwordRecoveryRequested } from '@docfolio/contracts/entities/session';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { recoveryMail } from './recovery-mail.js';

@Injectable()
export class PasswordRecoverySubscriber {
  constructor(private readonly mails: MailService) {}

  @OnEvent(passwordRecoveryRequested)
  async sendLink({ recovery_id, email }: PayloadOf<typeof passwordRecoveryRequested>, { eventId }: EventMeta) {
    await this.mails.order({
      eventId,
      kind: 'password_recovery',
      to: email,
      secretId: recovery_id,
      ...recoveryMail(config.SITE_URL),
    });
  }
}
