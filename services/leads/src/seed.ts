import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { clientSchema } from './clients/clients.repository.js';
import { demoClients } from './clients/demo-clients.js';
import { seedConfigSchema } from './config.schema.js';
import { demoPortfolioInquiries, demoServiceInquiries } from './inquiries/demo-inquiries.js';
import { portfolioInquirySchema } from './inquiries/portfolio-inquiries.repository.js';
import { serviceInquirySchema } from './inquiries/service-inquiries.repository.js';
import { demoLeads } from './leads/demo-leads.js';
import { leadSchema } from './leads/leads.repository.js';
import { demoProjects } from './projects/demo-projects.js';
import { projectSchema } from './projects/projects.repository.js';
import { plant } from './records/plant.js';
import { demoSubscribers, withFreeAddresses } from './subscribers/demo-subscribers.js';
import { subscriberSchema } from './subscribers/subscribers.repository.js';
import { demoTimelines } from './timeline/demo-timelines.js';
import { timelineSchema } from './timeline/timeline.repository.js';

/** Fills the CRM with made-up people and work that raise no event, so no mail. Running it again changes nothing. */
async function seed(): Promise<void> {
  const config = loadConfig(seedConfigSchema);
  const logger = createLogger('leads-seed', 'warn');
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }, logger);
  const now = new Date();
  const leads = demoLeads(now);
  const subjects = leads.map(({ fields, ...lead }) => ({ ...fields, ...lead }));
  const entries = demoTimelines(subjects, now).map((entry) => ({ ...entry, created_at: entry.fields.at }));
  try {
    await plant(connection, 'leads', leadSchema, leads);
    await plant(connection, 'clients', clientSchema, demoClients(now));
    await plant(connection, 'projects', projectSchema, demoProjects(now));
    await plant(connection, 'service_inquiries', serviceInquirySchema, demoServiceInquiries(leads));
    await plant(connection, 'portfolio_inquiries', portfolioInquirySchema, demoPortfolioInquiries(leads));
    const subscribers = await withFreeAddresses(connection, demoSubscribers(now));
    await plant(connection, 'blog_subscribers', subscriberSchema, subscribers);
    await plant(connection, 'timeline_entries', timelineSchema, entries);
  } finally {
    await connection.close();
  }
}

await seed();
