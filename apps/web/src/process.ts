import { defineProcess } from '@docfolio/process/definition';
import { configSchema } from './config.schema.js';

export default defineProcess({
  name: 'web',
  tier: 'frontend',
  about: 'Site, blog and CRM front ends: server rendering, static files, feeds and the /api proxy.',
  config: configSchema,
  port: { purpose: 'http', number: 4200 },
  connectsTo: ['gateway'],
  onOneMachine: { folders: { REMOTES_CACHE_DIR: 'remotes' } },
  container: {
    memoryReason: '76-123 MiB at rest; the page cache may take 32 MiB more.',
    cache: {
      volume: 'remotes-cache',
      setting: 'REMOTES_CACHE_DIR',
      path: '/var/cache/docfolio',
      size: '1Gi',
      reason:
        'Deployed builds of remotes: REMOTES_CACHE_SIZE (512 MiB), and those that are being downloaded. A new pod downloads what it needs.',
    },
    files: ['apps/web/static', 'apps/shell/dist', 'apps/site/dist', 'apps/blog/dist', 'apps/crm/dist', 'apps/ops/dist'],
    maxModulesMegabytes: 60,
    settings: ['proxies', 'remotes'],
  },
});
