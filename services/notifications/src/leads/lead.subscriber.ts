import type { PayloadOf } from '@docfolio/contracts/event';
import { leadCreated } from '@docfolio/contracts/lead';
import type { EventMeta } from '@docfolio/service-kit/events/on-event';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { acknowledgementMail, ownerMail } from './lead-mails.js';

@Injectable()
export class LeadSubscriber {
  constructor(private readonly mails: MailService) {}

  /** A visitor's enquiry makes two mails: one to the owner, one to the sender. The owner's own entries make none. */
  @OnEvent(leadCreated)
  async announceLead({ lead, by }: PayloadOf<typeof leadCreated>, { eventId }: EventMeta) {
    if (by !== 'visitor') return;
    await this.mails.order({ eventId, kind: 'lead_owner', to: null, ...ownerMail(lead, config.SITE_URL) });
    await this.mails.order({
      eventId,
      kind: 'lead_acknowledgement',
      to: lead.email.toLowerCase(),
      ...acknowledgementMail(config.SITE_URL),
    });
  }
}
