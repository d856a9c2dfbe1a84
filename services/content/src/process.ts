import { baseline, setMissingFields } from '@docfolio/service-kit/mongo/migrations/migration';
import { defineService } from '@docfolio/service-kit/service-definition';
import { configSchema, seedConfigSchema } from './config.schema.js';

export default defineService({
  name: 'content',
  about: 'Blog posts, comments and testimonials.',
  config: configSchema,
  module: async () => (await import('./app.module.js')).AppModule,
  migrations: [
    baseline,
    setMissingFields({ number: 2, name: 'set by_author on comments', phase: 'expand' }, 'blog_comments', {
      by_author: false,
    }),
  ],
  sidePrograms: [
    { program: 'seed', config: seedConfigSchema, seeds: true },
    { program: 'bulk-seed', config: seedConfigSchema },
  ],
  container: { memoryReason: '76-123 MiB at rest.' },
});
