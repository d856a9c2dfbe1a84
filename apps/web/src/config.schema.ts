import { trustedProxies } from '@docfolio/edge/trusted-proxies';
import {
  commonConfig,
  listenHost,
  optionalListenPort,
  rateLimitConfig,
  rateLimitGuard,
  redisUrl,
  requestLimit,
} from '@docfolio/process/config';
import { remotesPublicKeys } from '@docfolio/remote-build/config';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'not an http:// or https:// URL' });

/** An origin that a Content-Security-Policy can name: it has neither IPv6 addresses nor, here, wildcards. */
const originPattern = /^https?:\/\/[\w.-]+(:\d+)?$/;

const isOrigin = (text: string) => originPattern.test(text) && URL.canParse(text) && new URL(text).origin === text;

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(httpUrl.refine(isOrigin, 'not an origin such as http://localhost:4202')));

const devServers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(['shell', 'site', 'blog', 'crm', 'ops']), httpUrl));

export const configSchema = z
  .object({
    ...commonConfig,
    PORT: optionalListenPort(4200, 'Port of the site, the only public one; 0 takes a free port.'),
    HOST: listenHost('Listen address of PORT.'),
    GATEWAY_URL: httpUrl.meta({ description: 'Address of the gateway, for `/api` and for server rendering.' }),
    SITE_URL: httpUrl.optional().meta({
      section: 'Address',
      description:
        'Public address of the site, which absolute links begin with. Default: as each request names it, which only a single machine should rely on.',
    }),
    TRUSTED_PROXIES: trustedProxies.meta({
      section: 'Address',
      description:
        'Addresses and CIDR ranges, comma-separated, of the proxies before the web process, whose `X-Forwarded-For`, `-Host` and `-Proto` headers are believed. Without it, a TLS proxy makes all visitors one address, and they share one rate limit.',
    }),
    WEB_WORKERS: z.coerce.number().int().min(1).max(64).default(1).meta({
      section: 'Operation',
      description:
        'Processes that share PORT, for machines on which one core is not enough for cached pages. Each has its own caches and counts limits on its own; 1 starts no other process.',
    }),
    PAGE_LIMIT: z.coerce.number().int().min(1).default(600).meta({
      section: 'Operation',
      description:
        'Pages rendered per client address and minute, counted per process: N replicas allow up to N times as many. Cached pages are not counted.',
    }),
    ...rateLimitConfig,
    RATE_LIMIT_REQUESTS: requestLimit,
    REDIS_URL: redisUrl.optional().meta({
      ...redisUrl.meta(),
      description:
        '`redis://user:password@host:port`, or `rediss://`: where changes of content are announced. Without it neither pages nor API responses are cached.',
    }),
    REMOTES_FILE: z.string().optional().meta({
      description:
        'JSON file that maps a remote’s name to the URL of its build. Remotes it does not name are served as they are deployed, else from their `dist` folders.',
    }),
    REMOTES_PUBLIC_KEYS: remotesPublicKeys,
    REMOTES_CACHE_DIR: z
      .string()
      .min(1)
      .default('/tmp/docfolio-remotes')
      .meta({ description: 'Folder for downloaded builds of remotes. Replicas may share it.' }),
    REMOTES_CACHE_SIZE: z.coerce.number().int().min(1).default(512).meta({
      section: 'Deployment of remotes (docs/remotes.md)',
      description: 'MiB of downloaded builds on disk. Builds in use stay even above it.',
    }),
    REMOTE_OVERRIDE_ORIGINS: origins.meta({
      section: 'Deployment of remotes (docs/remotes.md)',
      description:
        'Origins, comma-separated, such as `http://localhost:4202`, from which an admin may load a remote in their own browser with `?mf.<name>=<url>`. Empty: none.',
      type: 'text',
    }),
    DEV_SERVERS: devServers.optional().meta({
      description: 'JSON object from `shell` or a remote’s name to its development server. For `npm run dev`.',
      type: 'JSON',
    }),
  })
  .refine(rateLimitGuard.check, rateLimitGuard.params);

export type WebConfig = z.output<typeof configSchema>;
export type DevServers = NonNullable<WebConfig['DEV_SERVERS']>;
