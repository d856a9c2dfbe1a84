import { defineProcess } from '@docfolio/process/definition';
import { adminConfigSchema, configSchema } from './config.schema.js';

export default defineProcess({
  name: 'gateway',
  tier: 'api',
  about: 'HTTP API: authentication, limits, caching, and requests to the services over Redis.',
  config: configSchema,
  port: { purpose: 'http', number: 4300 },
  connectsTo: ['leads', 'media'],
  sidePrograms: [{ program: 'admin', config: adminConfigSchema }],
  onOneMachine: { env: { TRUSTED_PROXIES: '127.0.0.1,::1' } },
  container: {
    memoryReason: '76-123 MiB at rest; the response cache may take 64 MiB more (CACHE_SIZE).',
    settings: ['proxies'],
  },
});
