import { mongodbDatabase, serviceConfig, signingSecret } from '@docfolio/process/config';
import { bytesConfig } from '@docfolio/service-kit/bytes/bytes-server';
import {
  objectBucket,
  objectStoreConfig,
  requireObjectStore,
} from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

/** Environment of the seed programs, which only write to the database. */
export const seedConfigSchema = z.object({
  MONGODB_URI: serviceConfig.MONGODB_URI,
  MONGODB_DATABASE: mongodbDatabase('docfolio_leads'),
});

export const configSchema = z
  .object({
    ...serviceConfig,
    ...seedConfigSchema.shape,
    ...bytesConfig,
    ...objectStoreConfig,
    OBJECT_BUCKET: objectBucket('docfolio-leads'),
    LINK_SECRET: signingSecret(
      'Signs the links in emails to subscribers. Changing it invalidates the links of emails sent before.',
    ),
  })
  .superRefine(requireObjectStore);
