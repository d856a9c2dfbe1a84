import { baseConfig, loadConfig } from '@docfolio/service-kit/config';
import { objectStoreConfig } from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

/** What the leads service reads from its environment. */
export const config = loadConfig(
  z.object({
    ...baseConfig,
    /** The service's own database; nobody else reads it. */
    MONGODB_DATABASE: z.string().min(1).default('docfolio_leads'),
    ...objectStoreConfig,
    /** The bucket of the service's files; nobody else reads it. */
    OBJECT_BUCKET: z.string().min(3).default('docfolio-leads'),
    /** Signs and checks what the gateway may fetch; the same for both, and every replica. */
    BYTES_SECRET: z.string().min(32, 'needs at least 32 characters'),
    /** Signs the links of mails to subscribers; another one makes those that are out worthless. */
    LINK_SECRET: z.string().min(32, 'needs at least 32 characters'),
  }),
);
