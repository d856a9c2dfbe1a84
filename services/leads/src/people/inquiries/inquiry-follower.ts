import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { followLeads } from './inquiries.jobs.js';
import { PortfolioInquiriesService } from './portfolio-inquiries.service.js';
import { ServiceInquiriesService } from './service-inquiries.service.js';

/** Updates the fields that inquiries copy from leads. A job at startup, at most once an hour, backfills old inquiries. */
@Injectable()
export class InquiryFollower implements OnApplicationBootstrap {
  private readonly kinds: readonly (ServiceInquiriesService | PortfolioInquiriesService)[];

  constructor(
    services: ServiceInquiriesService,
    portfolio: PortfolioInquiriesService,
    private readonly jobs: JobQueue,
  ) {
    this.kinds = [services, portfolio];
  }

  async onApplicationBootstrap(): Promise<void> {
    // A completed job is only removed when the next one completes: the same id would never run again.
    const hour = new Date().toISOString().slice(0, 13);
    await this.jobs.add(followLeads, {}, { id: `${followLeads.name}-${hour}` });
  }

  @WorksOn(followLeads)
  async backfill(): Promise<void> {
    for (const kind of this.kinds) await kind.followAll();
  }

  async followLead(leadId: string): Promise<void> {
    for (const kind of this.kinds) await kind.followLead(leadId);
  }

  async forgetSender(leadId: string): Promise<void> {
    for (const kind of this.kinds) await kind.forgetSender(leadId);
  }
}
