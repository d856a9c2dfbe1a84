import type { PayloadOf } from '@docfolio/contracts/core/event';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { portfolioInquiryCreated } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiryCreated } from '@docfolio/contracts/entities/service-inquiry';
import type { EventMeta } from '@docfolio/service-kit/events/on-event';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { acknowledgementMail, type CreatedLead, ownerMail } from './lead-mails.js';

@Injectable()
export class LeadSubscriber {
  constructor(private readonly mails: MailService) {}

  /** Queues the emails of a lead from the contact form. A lead that an admin created sends none. */
  @OnEvent(leadCreated)
  async announceLead({ lead, by }: PayloadOf<typeof leadCreated>, { eventId }: EventMeta) {
    if (by === 'visitor') await this.announce(lead, eventId);
  }

  /** Queues the emails of a service inquiry. The lead that it creates raises no event, so sends no further email. */
  @OnEvent(serviceInquiryCreated)
  announceServiceInquiry({ lead }: PayloadOf<typeof serviceInquiryCreated>, { eventId }: EventMeta) {
    return this.announce(lead, eventId);
  }

  @OnEvent(portfolioInquiryCreated)
  announcePortfolioInquiry({ lead }: PayloadOf<typeof portfolioInquiryCreated>, { eventId }: EventMeta) {
    return this.announce(lead, eventId);
  }

  private async announce(lead: CreatedLead, eventId: string) {
    const about = { eventId, leadId: lead.id };
    await Promise.all([
      this.mails.order({ ...about, kind: 'lead_owner', to: null, ...ownerMail(lead, config.SITE_URL) }),
      this.mails.order({
        ...about,
        kind: 'lead_acknowledgement',
        to: lead.email.toLowerCase(),
        ...acknowledgementMail(config.SITE_URL),
      }),
    ]);
  }
}
