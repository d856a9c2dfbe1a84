import { join } from 'node:path';
import { type MigratedService, migratedServices, prepareProgram } from '@docfolio/tasks/programs/migrate';
import { stages } from './backing/backing-server.js';
import type { LocalConfig } from './config.js';
import type { Secrets } from './secrets.js';

/** Purpose of a port: `http` serves requests, `bytes` serves files to the gateway, `internal` serves the probes. */
export type PortPurpose = 'http' | 'bytes' | 'internal';

export interface ProcessContext {
  config: LocalConfig;
  secrets: Secrets;
  /** Keys with which media and web verify builds of remotes. */
  remotesPublicKeys: string;
  /** Public URL of the site, without a trailing slash. */
  siteUrl: string;
  /** Returns the loopback port of a process; `http` of the web process is the public port. */
  portOf(name: string, purpose: PortPurpose): number;
  development: boolean;
  devServers: Record<string, string>;
}

export interface PlatformProcess {
  name: string;
  entry: string;
  /** Whether infra/bundle writes the process as one file. */
  isBundled?: boolean;
  configSchema: string;
  stage: number;
  ports: readonly PortPurpose[];
  env(context: ProcessContext): Record<string, string>;
}

type Extra = (context: ProcessContext) => Record<string, string>;

/** Returns a service's entry in the table. It receives requests over Redis; its ports serve only probes and files. */
const service = (name: string, ports: readonly PortPurpose[], extra: Extra = () => ({})): PlatformProcess => ({
  name,
  entry: `services/${name}/dist/main.js`,
  isBundled: true,
  configSchema: `services/${name}/dist/config.schema.js`,
  stage: stages.services,
  ports,
  env: extra,
});

export const processes: PlatformProcess[] = [
  service('leads', ['internal', 'bytes'], ({ secrets }) => ({
    BYTES_SECRET: secrets.bytesSecret,
    LINK_SECRET: secrets.linkSecret,
  })),
  service('content', ['internal']),
  service('media', ['internal', 'bytes'], ({ config, secrets, remotesPublicKeys }) => ({
    BYTES_SECRET: secrets.bytesSecret,
    REMOTES_PUBLIC_KEYS: remotesPublicKeys,
    SPOOL_DIR: join(config.dataDir, 'spool'),
    // Two arenas, as image processing allocates in several threads (services/media/README.md).
    MALLOC_ARENA_MAX: '2',
  })),
  service('notifications', ['internal'], ({ config }) => ({ MAIL_DIR: join(config.dataDir, 'mail') })),
  {
    name: 'gateway',
    entry: 'services/gateway/dist/main.js',
    isBundled: true,
    configSchema: 'services/gateway/dist/config.schema.js',
    stage: stages.gateway,
    ports: ['internal', 'http'],
    env: ({ portOf, secrets }) => ({
      PORT: String(portOf('gateway', 'http')),
      HOST: '127.0.0.1',
      JWT_SECRET: secrets.jwtSecret,
      BYTES_SECRET: secrets.bytesSecret,
      LEADS_URL: `http://127.0.0.1:${portOf('leads', 'bytes')}`,
      MEDIA_URL: `http://127.0.0.1:${portOf('media', 'bytes')}`,
      TRUSTED_PROXIES: '127.0.0.1,::1',
    }),
  },
  {
    name: 'web',
    entry: 'apps/web/dist/main.js',
    isBundled: true,
    configSchema: 'apps/web/dist/config.schema.js',
    stage: stages.web,
    ports: ['internal', 'http'],
    env: ({ config, portOf, devServers, remotesPublicKeys }) => ({
      PORT: String(portOf('web', 'http')),
      HOST: config.host,
      GATEWAY_URL: `http://127.0.0.1:${portOf('gateway', 'http')}`,
      // If empty, pages and feeds use the address of each request.
      SITE_URL: config.siteUrl ?? '',
      REMOTES_PUBLIC_KEYS: remotesPublicKeys,
      REMOTES_CACHE_DIR: join(config.dataDir, 'remotes'),
      ...(Object.keys(devServers).length > 0 ? { DEV_SERVERS: JSON.stringify(devServers) } : {}),
    }),
  },
];

/** A program, such as `admin`, that exits when it is done. It also reads variables of the process `of`. */
export interface Task {
  of: string;
  entry: string;
  schema: string;
}

export const adminTask: Task = {
  of: 'gateway',
  entry: 'services/gateway/dist/admin.js',
  schema: 'adminConfigSchema',
};

export const quarantineTask: Task = {
  of: 'media',
  entry: 'services/media/dist/quarantine.js',
  schema: 'quarantineConfigSchema',
};

/** Migrates the database of a service, and creates its indexes and derived fields. */
export const prepareTask = (service: MigratedService): Task => ({
  of: service,
  entry: prepareProgram(service),
  schema: service === 'gateway' ? 'adminConfigSchema' : 'configSchema',
});

export const bulkSeedTask: Task = {
  of: 'leads',
  entry: 'services/leads/dist/bulk-seed.js',
  schema: 'seedConfigSchema',
};

export const bulkPostsTask: Task = {
  of: 'content',
  entry: 'services/content/dist/bulk-seed.js',
  schema: 'seedConfigSchema',
};

export const seedTasks: Task[] = [
  { of: 'leads', entry: 'services/leads/dist/seed.js', schema: 'seedConfigSchema' },
  { of: 'content', entry: 'services/content/dist/seed.js', schema: 'seedConfigSchema' },
];

export const tasks: Task[] = [
  adminTask,
  quarantineTask,
  bulkSeedTask,
  bulkPostsTask,
  ...seedTasks,
  ...migratedServices.map(prepareTask),
];
