import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { followLeads } from './inquiries.jobs.js';
import { InquiriesService } from './inquiries.service.js';
import { PortfolioInquiriesRepository } from './portfolio-inquiries.repository.js';
import { ServiceInquiriesRepository } from './service-inquiries.repository.js';

/**
 * Inquiries of an older version don't know who sent them: no search would find them by that. Looked after once a day at
 * most, however many processes start.
 */
@Injectable()
export class InquiryFollower implements OnApplicationBootstrap {
  constructor(
    private readonly inquiries: InquiriesService,
    private readonly services: ServiceInquiriesRepository,
    private readonly portfolio: PortfolioInquiriesRepository,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.add(followLeads, {}, { id: followLeads.name });
  }

  @WorksOn(followLeads)
  async follow(): Promise<void> {
    for (const repository of [this.services, this.portfolio])
      for await (const leadId of repository.leadsNotFollowed()) await this.inquiries.followLead(leadId);
  }
}
