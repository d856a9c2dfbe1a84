import { baseline, setMissingFields } from '@docfolio/service-kit/mongo/migrations/migration';
import { defineService } from '@docfolio/service-kit/service-definition';
import { configSchema } from './config.schema.js';

export default defineService({
  name: 'notifications',
  about: 'Email: notifications, newsletters and digests.',
  config: configSchema,
  module: async () => (await import('./app.module.js')).AppModule,
  migrations: [
    baseline,
    setMissingFields({ number: 2, name: 'complete the fields of emails', phase: 'expand' }, 'mail_deliveries', {
      lead_id: null,
      html: null,
      one_click: null,
      secret_id: null,
      retries: 0,
    }),
  ],
  onOneMachine: { folders: { MAIL_DIR: 'mail' } },
  container: {
    cpu: '50m',
    memoryReason: '76-123 MiB at rest.',
    outgoing: true,
  },
});
