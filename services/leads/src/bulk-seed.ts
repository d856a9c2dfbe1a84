import { loadConfig } from '@docfolio/process/config';
import { readBulkSizes, seedInBulk } from '@docfolio/service-kit/mongo/bulk-seed';
import type { Schema } from 'mongoose';
import { seedConfigSchema } from './config.schema.js';
import { bulkCollections, bulkKinds } from './demo/bulk-records.js';
import { clientSchema } from './people/clients/clients.repository.js';
import { portfolioInquirySchema } from './people/inquiries/portfolio-inquiries.repository.js';
import { serviceInquirySchema } from './people/inquiries/service-inquiries.repository.js';
import { leadSchema } from './people/leads/leads.repository.js';
import { projectSchema } from './people/projects/projects.repository.js';
import { subscriberSchema } from './people/subscribers/subscribers.repository.js';

const schemas: Record<string, object> = {
  leads: leadSchema,
  clients: clientSchema,
  projects: projectSchema,
  blog_subscribers: subscriberSchema,
  service_inquiries: serviceInquirySchema,
  portfolio_inquiries: portfolioInquirySchema,
};

const sizes = readBulkSizes(bulkKinds, process.argv.slice(2));
const { MONGODB_URI: uri, MONGODB_DATABASE: dbName } = loadConfig(seedConfigSchema);
const collections = bulkCollections(sizes).map((each) => ({ ...each, schema: schemas[each.name] as Schema }));
await seedInBulk('leads', { uri, dbName }, collections);
