import { join } from 'node:path';
import { STAGES } from './backing/backing-server.js';
import type { LocalConfig } from './config.js';
import type { Secrets } from './secrets.js';

/** What the environment of a process is made from. */
export interface ProcessContext {
  config: LocalConfig;
  secrets: Secrets;
  /** Where the site is reached, without a trailing slash. */
  siteUrl: string;
  /** The loopback port that a process listens on, its probes included; for the web process the public one. */
  portOf(name: string): number;
  /** Under `npm run dev`. */
  development: boolean;
  /** Dev servers of front ends by name, under `npm run dev`. */
  devServers: Record<string, string>;
}

export interface PlatformProcess {
  name: string;
  /** The compiled file, relative to the root. */
  entry: string;
  stage: number;
  /** What this process needs beside the environment that all share. */
  env(context: ProcessContext): Record<string, string>;
}

type Extra = (context: ProcessContext) => Record<string, string>;

/** A backend service: reached over Redis, so that its port only serves probes (and the gateway's byte streams). */
const service = (name: string, extra: Extra = () => ({})): PlatformProcess => ({
  name,
  entry: `services/${name}/dist/main.js`,
  stage: STAGES.services,
  env: (context) => ({ HEALTH_PORT: String(context.portOf(name)), ...extra(context) }),
});

/** Everything that `npm start` runs beside the backing servers. A new service is one line. */
export const PROCESSES: PlatformProcess[] = [
  service('leads', ({ secrets }) => ({ BYTES_SECRET: secrets.bytesSecret, LINK_SECRET: secrets.linkSecret })),
  service('content'),
  service('media', ({ config, secrets }) => ({
    BYTES_SECRET: secrets.bytesSecret,
    SPOOL_DIR: join(config.dataDir, 'spool'),
    // The C library keeps what each of many short-lived threads has given back: with two heaps for all of them pictures
    // take half the memory (services/media/README.md has the figures). It cannot be said once the process runs.
    MALLOC_ARENA_MAX: '2',
  })),
  service('notifications', ({ config }) => ({ MAIL_DIR: join(config.dataDir, 'mail') })),
  {
    name: 'gateway',
    entry: 'services/gateway/dist/main.js',
    stage: STAGES.gateway,
    env: ({ portOf, secrets }) => ({
      PORT: String(portOf('gateway')),
      HOST: '127.0.0.1',
      JWT_SECRET: secrets.jwtSecret,
      BYTES_SECRET: secrets.bytesSecret,
      LEADS_URL: `http://127.0.0.1:${portOf('leads')}`,
      MEDIA_URL: `http://127.0.0.1:${portOf('media')}`,
      TRUSTED_PROXIES: '127.0.0.1,::1',
    }),
  },
  {
    name: 'web',
    entry: 'apps/shell/dist/server/main.js',
    stage: STAGES.web,
    env: ({ config, portOf, devServers }) => ({
      PORT: String(portOf('web')),
      HOST: config.host,
      GATEWAY_URL: `http://127.0.0.1:${portOf('gateway')}`,
      // Unless the owner has named one, pages and feeds name the address that they are asked for under.
      SITE_URL: config.siteUrl ?? '',
      ...(Object.keys(devServers).length > 0 ? { DEV_SERVERS: JSON.stringify(devServers) } : {}),
    }),
  },
];

/** A program that runs to its end before the platform is ready, with the environment of the process it belongs to. */
export interface Task {
  of: string;
  entry: string;
}

export const ADMIN_TASK: Task = { of: 'gateway', entry: 'services/gateway/dist/admin.js' };

/** Fills the CRM with as many made-up records as it is told. */
export const BULK_SEED_TASK: Task = { of: 'leads', entry: 'services/leads/dist/bulk-seed.js' };

/** Each fills its service's database with the demonstration's records. */
export const SEED_TASKS: Task[] = [
  { of: 'leads', entry: 'services/leads/dist/seed.js' },
  { of: 'content', entry: 'services/content/dist/seed.js' },
];
