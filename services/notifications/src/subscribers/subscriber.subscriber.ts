import type { PayloadOf } from '@docfolio/contracts/core/event';
import { confirmationRequested } from '@docfolio/contracts/entities/newsletter';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { confirmationMail } from './confirmation-mail.js';

@Injectable()
export class SubscriberSubscriber {
  constructor(private readonly mails: MailService) {}

  @OnEvent(confirmationRequested)
  async askForConfirmation(wanted: PayloadOf<typeof confirmationRequested>, { eventId }: EventMeta) {
    await this.mails.order({
      eventId,
      kind: 'subscriber_confirmation',
      to: wanted.email.toLowerCase(),
      ...confirmationMail(wanted, config.SITE_URL),
    });
  }
}
