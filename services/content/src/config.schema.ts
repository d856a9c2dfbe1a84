import { mongodbDatabase, serviceConfig } from '@docfolio/process/config';
import { z } from 'zod';

/** Environment of the seed program, which needs only the database. */
export const seedConfigSchema = z.object({
  MONGODB_URI: serviceConfig.MONGODB_URI,
  MONGODB_DATABASE: mongodbDatabase('docfolio_content'),
});

export const configSchema = z.object({ ...serviceConfig, ...seedConfigSchema.shape });
