import { baseConfig, loadConfig } from '@docfolio/service-kit/config';
import { z } from 'zod';

/** What the content service reads from its environment. */
export const config = loadConfig(
  z.object({
    ...baseConfig,
    /** The service's own database; nobody else reads it. */
    MONGODB_DATABASE: z.string().min(1).default('docfolio_content'),
  }),
);
