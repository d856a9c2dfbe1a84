import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { portfolioInquiries, type SentPortfolioInquiry } from '@docfolio/contracts/entities/portfolio-inquiry';
import { type SentServiceInquiry, serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';

const sent = (n: number) => ({
  id: idNumber(n),
  lead_id: idNumber(700 + n),
  person: {
    id: idNumber(700 + n),
    name: `Person ${n}`,
    email: `person${n}@example.com`,
    company: n % 2 ? `Company ${n}` : null,
  },
  created_at: new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString(),
});

/** Returns made-up service inquiry number `n` for specs; 1 is the newest. `changes` replaces fields. */
export const serviceInquiryNumber = (n: number, changes: Partial<SentServiceInquiry> = {}): SentServiceInquiry => ({
  ...sent(n),
  service_name: `Service ${n}`,
  specific_requirements: `Requirements ${n}`,
  budget_range: '5k-15k',
  timeline: 'asap',
  ...changes,
});

/** Returns made-up portfolio inquiry number `n` for specs; 1 is the newest. `changes` replaces fields. */
export const portfolioInquiryNumber = (
  n: number,
  changes: Partial<SentPortfolioInquiry> = {},
): SentPortfolioInquiry => ({
  ...sent(n),
  project_name: `Case study ${n}`,
  similar_project_interest: `Something like ${n}`,
  custom_requirements: `Requirements ${n}`,
  ...changes,
});

/** A fake gateway with one admin, which serves the given service and portfolio inquiries. */
export class InquiriesGateway extends AdminGateway {
  readonly services = new Table<SentServiceInquiry>({
    operations: { list: serviceInquiries.list, get: serviceInquiries.get, remove: serviceInquiries.delete },
    textOf: ({ service_name, specific_requirements, person }) =>
      [service_name, specific_requirements, person?.name].join('\n'),
    sort: '-created_at',
  });
  readonly portfolio = new Table<SentPortfolioInquiry>({
    operations: { list: portfolioInquiries.list, get: portfolioInquiries.get, remove: portfolioInquiries.delete },
    textOf: ({ project_name, custom_requirements, person }) =>
      [project_name, custom_requirements, person?.name].join('\n'),
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('service_inquiries', this.services);
    this.tables.set('portfolio_inquiries', this.portfolio);
  }

  reset(stored: { services?: SentServiceInquiry[]; portfolio?: SentPortfolioInquiry[] } = {}): void {
    this.resetAll();
    this.services.serve(this.server, stored.services ?? []);
    this.portfolio.serve(this.server, stored.portfolio ?? []);
  }
}
