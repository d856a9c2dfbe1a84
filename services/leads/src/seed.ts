import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { seedConfigSchema } from './config.schema.js';
import {
  demoClients,
  demoLeads,
  demoPortfolioInquiries,
  demoProjects,
  demoServiceInquiries,
  demoSubscribers,
  withFreeAddresses,
} from './demo/demo-records.js';
import { demoTimelines } from './demo/demo-timelines.js';
import { clientSchema } from './people/clients/clients.repository.js';
import { portfolioInquirySchema } from './people/inquiries/portfolio-inquiries.repository.js';
import { serviceInquirySchema } from './people/inquiries/service-inquiries.repository.js';
import { leadSchema } from './people/leads/leads.repository.js';
import { projectSchema } from './people/projects/projects.repository.js';
import { subscriberSchema } from './people/subscribers/subscribers.repository.js';
import { timelineSchema } from './people/timeline/timeline.repository.js';

/** Inserts the demo records that are missing, without events and so without emails. */
async function seed(): Promise<void> {
  const config = loadConfig(seedConfigSchema);
  const logger = createLogger('leads-seed', 'warn');
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }, logger);
  const now = new Date();
  const leads = demoLeads(now);
  const entries = demoTimelines(leads, now).map((entry) => ({ ...entry, created_at: entry.fields.at }));
  try {
    await seedRecords(connection, 'leads', leadSchema, leads);
    await seedRecords(connection, 'clients', clientSchema, demoClients(now));
    await seedRecords(connection, 'projects', projectSchema, demoProjects(now));
    await seedRecords(connection, 'service_inquiries', serviceInquirySchema, demoServiceInquiries(leads));
    await seedRecords(connection, 'portfolio_inquiries', portfolioInquirySchema, demoPortfolioInquiries(leads));
    const subscribers = await withFreeAddresses(connection, demoSubscribers(now));
    await seedRecords(connection, 'blog_subscribers', subscriberSchema, subscribers);
    await seedRecords(connection, 'timeline_entries', timelineSchema, entries);
  } finally {
    await connection.close();
  }
}

await seed();
