import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseConfig, loadConfig } from '@docfolio/service-kit/config';
import { objectStoreConfig } from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

/** What the media service reads from its environment. */
export const config = loadConfig(
  z.object({
    ...baseConfig,
    /** The service's own database; nobody else reads it. */
    MONGODB_DATABASE: z.string().min(1).default('docfolio_media'),
    ...objectStoreConfig,
    /** The bucket of the images; nobody else reads it. */
    OBJECT_BUCKET: z.string().min(3).default('blog-images'),
    /** Checks what the gateway may send and fetch; the same for both, and every replica. */
    BYTES_SECRET: z.string().min(32, 'needs at least 32 characters'),
    /** Where uploads lie until they are stored or refused. Several replicas may share it. */
    SPOOL_DIR: z.string().min(1).default(join(tmpdir(), 'docfolio-media')),
  }),
);
