import type { PayloadOf } from '@docfolio/contracts/core/event';
import { clientChanged } from '@docfolio/contracts/entities/client';
import { leadChanged, leadCreated } from '@docfolio/contracts/entities/lead';
import { mailFailed, mailSent } from '@docfolio/contracts/entities/mail';
import { portfolioInquiryCreated } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projectChanged } from '@docfolio/contracts/entities/project';
import { serviceInquiryCreated } from '@docfolio/contracts/entities/service-inquiry';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { InquiryFollower } from '../inquiries/inquiry-follower.js';
import {
  entriesOfArrival,
  entriesOfClientChange,
  entriesOfInquiry,
  entriesOfLead,
  entriesOfLeadChange,
  entriesOfMail,
  entriesOfProjectChange,
  type Known,
} from './entries-of-events.js';
import { type Named, SubjectsRepository } from './subjects.repository.js';
import { TimelineService } from './timeline.service.js';

/** Labels of links to purged records, whose names are gone. */
const goneLabels: Record<Named, string> = { leads: 'Lead', clients: 'Client', projects: 'Project' };

/** Fields that inquiries copy from their lead. */
const carriedByInquiries = ['name', 'email', 'company'];

/** Creates timeline entries from events. A repeated event creates no further entries. */
@Injectable()
export class TimelineSubscriber {
  constructor(
    private readonly timeline: TimelineService,
    private readonly subjects: SubjectsRepository,
    private readonly inquiries: InquiryFollower,
  ) {}

  private readonly known: Known = {
    labelOf: async (collection, id) => (await this.subjects.labelOf(collection, id)) ?? goneLabels[collection],
    timelineOf: (client) => this.subjects.timelineOf(client),
    carried: (leadId, projectId) => this.timeline.carriedBy(leadId, projectId),
  };

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

  /** Stores the entries of a change, also the first ones if the spam mark was removed. Updates the lead's inquiries. */
  @OnEvent(leadChanged)
  async leadChanged(payload: PayloadOf<typeof leadChanged>, meta: EventMeta) {
    const { id, act, is_spam, status, fields } = payload;
    const isCarried = is_spam !== undefined || status || fields.some((field) => carriedByInquiries.includes(field));
    if (isCarried || act !== 'changed') await this.inquiries.followLead(id);
    const arrival = is_spam === false ? await this.subjects.arrivalOf(id) : null;
    if (arrival) await this.timeline.record(entriesOfArrival(arrival), meta);
    await this.timeline.record(await entriesOfLeadChange(payload, this.known), meta);
  }

  @OnEvent(clientChanged)
  async clientChanged(payload: PayloadOf<typeof clientChanged>, meta: EventMeta) {
    await this.timeline.record(await entriesOfClientChange(payload, this.known), meta);
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
