import type { DemoSeed } from '@docfolio/service-kit/mongo/demo-seed';
import { seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { clientSchema } from '../people/clients/clients.repository.js';
import { portfolioInquirySchema } from '../people/inquiries/portfolio-inquiries.repository.js';
import { serviceInquirySchema } from '../people/inquiries/service-inquiries.repository.js';
import { leadSchema } from '../people/leads/leads.repository.js';
import { projectSchema } from '../people/projects/projects.repository.js';
import { subscriberSchema } from '../people/subscribers/subscribers.repository.js';
import { timelineSchema } from '../people/timeline/timeline.repository.js';
import {
  demoClients,
  demoLeads,
  demoPortfolioInquiries,
  demoProjects,
  demoServiceInquiries,
  demoSubscribers,
  withFreeAddresses,
} from './demo-records.js';
import { demoTimelines } from './demo-timelines.js';

/** Inserts all people together, because their records refer to each other. */
export const seed: DemoSeed = async (connection, now) => {
  const leads = demoLeads(now);
  const entries = demoTimelines(leads, now).map((entry) => ({ ...entry, created_at: entry.fields.at }));
  await seedRecords(connection, 'leads', leadSchema, leads);
  await seedRecords(connection, 'clients', clientSchema, demoClients(now));
  await seedRecords(connection, 'projects', projectSchema, demoProjects(now));
  await seedRecords(connection, 'service_inquiries', serviceInquirySchema, demoServiceInquiries(leads));
  await seedRecords(connection, 'portfolio_inquiries', portfolioInquirySchema, demoPortfolioInquiries(leads));
  const subscribers = await withFreeAddresses(connection, demoSubscribers(now));
  await seedRecords(connection, 'blog_subscribers', subscriberSchema, subscribers);
  await seedRecords(connection, 'timeline_entries', timelineSchema, entries);
};
