import { baseline } from '@docfolio/service-kit/mongo/migrations/migration';
import { defineService } from '@docfolio/service-kit/service-definition';
import { configSchema, seedConfigSchema } from './config.schema.js';

export default defineService({
  name: 'leads',
  about: 'CRM records: leads, clients, projects, inquiries, subscribers, exports.',
  config: configSchema,
  module: async () => (await import('./app.module.js')).AppModule,
  migrations: [baseline],
  port: { purpose: 'bytes', number: 9001 },
  sidePrograms: [
    { program: 'seed', config: seedConfigSchema, seeds: true },
    { program: 'bulk-seed', config: seedConfigSchema },
  ],
  container: {
    memoryReason: '76-123 MiB at rest; an export adds 16 MB.',
    settings: ['object-store'],
  },
});
