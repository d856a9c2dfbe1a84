import { baseline } from '@docfolio/service-kit/mongo/migrations/migration';
import { defineService } from '@docfolio/service-kit/service-definition';
import { configSchema, quarantineConfigSchema } from './config.schema.js';

export default defineService({
  name: 'media',
  about: 'Image uploads, variants and delivery; builds of remotes.',
  config: configSchema,
  module: async (config) => (await import('./app.module.js')).AppModule.forRoot(config),
  migrations: [baseline],
  port: { purpose: 'bytes', number: 9001 },
  sidePrograms: [{ program: 'quarantine', config: quarantineConfigSchema }],
  onOneMachine: { folders: { SPOOL_DIR: 'spool' } },
  container: {
    // Two arenas of the C library: images are processed in several threads (services/media/README.md).
    env: { MALLOC_ARENA_MAX: '2' },
    memory: { reserved: 192, limit: 640 },
    composeMemory: 512,
    memoryReason: '76-123 MiB at rest, 95 MB more under 50 JPEGs, and up to 311 MB more for one WebP of 40 megapixels.',
    tmp: { kubernetes: 512, compose: 256 },
    settings: ['object-store', 'remotes'],
  },
});
