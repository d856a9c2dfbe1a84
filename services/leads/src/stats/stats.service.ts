import type { PeopleStats } from '@docfolio/contracts/stats';
import { DeadLetters } from '@docfolio/service-kit/submissions/dead-letters.repository';
import { Injectable } from '@nestjs/common';
import { ClientsRepository } from '../clients/clients.repository.js';
import { PortfolioInquiriesRepository } from '../inquiries/portfolio-inquiries.repository.js';
import { ServiceInquiriesRepository } from '../inquiries/service-inquiries.repository.js';
import { LeadsRepository } from '../leads/leads.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { SubscribersRepository } from '../subscribers/subscribers.repository.js';

@Injectable()
export class StatsService {
  constructor(
    private readonly leads: LeadsRepository,
    private readonly clients: ClientsRepository,
    private readonly projects: ProjectsRepository,
    private readonly serviceInquiries: ServiceInquiriesRepository,
    private readonly portfolioInquiries: PortfolioInquiriesRepository,
    private readonly subscribers: SubscribersRepository,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** The dashboard's figures, counted side by side, each on the index of the list that shows the same records. */
  async people(): Promise<PeopleStats> {
    const shown = { is_spam: false };
    const counts = {
      leads: this.leads.count(shown),
      new_leads: this.leads.count({ ...shown, status: 'new' }),
      clients: this.clients.count(),
      projects: this.projects.count(),
      active_projects: this.projects.count({ status: 'in_progress' }),
      service_inquiries: this.serviceInquiries.count(shown),
      portfolio_inquiries: this.portfolioInquiries.count(shown),
      subscribers: this.subscribers.count(shown),
      active_subscribers: this.subscribers.count({ ...shown, is_active: true }),
      parked_submissions: this.deadLetters.count(),
    };
    const names = Object.keys(counts) as (keyof PeopleStats)[];
    const figures = await Promise.all(Object.values(counts));
    return Object.fromEntries(names.map((name, at) => [name, figures[at]])) as PeopleStats;
  }
}
