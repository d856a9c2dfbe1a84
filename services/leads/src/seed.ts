import { derivedId } from '@docfolio/service-kit/identity';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { derivedFields, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import { config } from './config.js';
import { demoLeads } from './leads/demo-leads.js';
import { leadSchema } from './leads/leads.repository.js';

const hour = 3_600_000;

/** Fills the CRM with made-up leads that raise no event, so no mail. Running it again changes nothing. */
async function seed(): Promise<void> {
  const logger = createLogger('leads-seed', 'warn');
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }, logger);
  try {
    const leads = connection.model('leads', leadSchema, 'leads');
    const traits = traitsOf(leadSchema);
    await leads.createIndexes();
    const none = Object.fromEntries(traits.fields.map((field) => [field, null]));
    const operations = demoLeads.map(({ age, ...fields }) => {
      const arrived = new Date(Date.now() - age * hour);
      const lead = { ...none, is_spam: false, ...fields };
      return {
        updateOne: {
          filter: { _id: derivedId('demo lead', fields.email) },
          update: {
            $setOnInsert: {
              ...lead,
              ...derivedFields(traits, lead),
              created_at: arrived,
              updated_at: arrived,
              deleted_at: null,
              version: 1,
              op_hash: null,
              outbox: [],
            },
          },
          upsert: true,
        },
      };
    });
    await leads.bulkWrite(operations as never);
  } finally {
    await connection.close();
  }
}

await seed();
