import { clientChanged } from '@docfolio/contracts/client';
import type { PayloadOf } from '@docfolio/contracts/event';
import { leadChanged, leadCreated } from '@docfolio/contracts/lead';
import { mailFailed, mailSent } from '@docfolio/contracts/mail';
import { portfolioInquiryCreated } from '@docfolio/contracts/portfolio-inquiry';
import { projectChanged } from '@docfolio/contracts/project';
import { serviceInquiryCreated } from '@docfolio/contracts/service-inquiry';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import {
  entriesOfClientChange,
  entriesOfInquiry,
  entriesOfLead,
  entriesOfLeadChange,
  entriesOfMail,
  entriesOfProjectChange,
  type LabelOf,
} from './entries-of-events.js';
import { type Named, SubjectsRepository } from './subjects.repository.js';
import { TimelineService } from './timeline.service.js';

/** What a link to a record says that is gone already. */
const goneLabels: Record<Named, string> = { leads: 'Lead', clients: 'Client', projects: 'Project' };

/** Tells timelines what has happened. An event that comes twice, or late, is the same entries. */
@Injectable()
export class TimelineSubscriber {
  constructor(
    private readonly timeline: TimelineService,
    private readonly subjects: SubjectsRepository,
  ) {}

  private readonly labelOf: LabelOf = async (collection, id) =>
    (await this.subjects.labelOf(collection, id)) ?? goneLabels[collection];

  @OnEvent(leadCreated)
  leadCreated(payload: PayloadOf<typeof leadCreated>, meta: EventMeta) {
    return this.timeline.record(entriesOfLead(payload), meta);
  }

  @OnEvent(serviceInquiryCreated)
  serviceInquiryCreated(payload: PayloadOf<typeof serviceInquiryCreated>, meta: EventMeta) {
    return this.timeline.record(entriesOfInquiry(payload), meta);
  }

  @OnEvent(portfolioInquiryCreated)
  portfolioInquiryCreated(payload: PayloadOf<typeof portfolioInquiryCreated>, meta: EventMeta) {
    return this.timeline.record(entriesOfInquiry(payload), meta);
  }

  @OnEvent(leadChanged)
  async leadChanged(payload: PayloadOf<typeof leadChanged>, meta: EventMeta) {
    await this.timeline.record(await entriesOfLeadChange(payload, this.labelOf), meta);
  }

  @OnEvent(clientChanged)
  async clientChanged(payload: PayloadOf<typeof clientChanged>, meta: EventMeta) {
    await this.timeline.record(await entriesOfClientChange(payload, this.labelOf), meta);
  }

  @OnEvent(projectChanged)
  projectChanged(payload: PayloadOf<typeof projectChanged>, meta: EventMeta) {
    return this.timeline.record(entriesOfProjectChange(payload), meta);
  }

  @OnEvent(mailSent)
  mailSent(payload: PayloadOf<typeof mailSent>, meta: EventMeta) {
    return this.timeline.record(entriesOfMail(payload), meta);
  }

  @OnEvent(mailFailed)
  mailFailed(payload: PayloadOf<typeof mailFailed>, meta: EventMeta) {
    return this.timeline.record(entriesOfMail(payload), meta);
  }
}
