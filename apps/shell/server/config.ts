import { trustedProxies } from '@docfolio/edge-limits/trusted-proxies';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/, error: 'not an http:// or https:// URL' });

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
  .pipe(z.partialRecord(z.enum(['shell', 'site', 'blog', 'crm']), httpUrl));

/** What the web process reads from its environment. */
export const webConfig = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** 0 takes a free one; the log line `listening` names it. */
    PORT: port.default(4200),
    HOST: z.string().min(1).default('127.0.0.1'),
    GATEWAY_URL: httpUrl,
    /** Where visitors reach the site: absolute addresses begin with it. Without it, as each request says. */
    SITE_URL: httpUrl.optional(),
    /** Addresses and CIDR ranges, comma-separated, whose X-Forwarded-For, -Host and -Proto are believed. */
    TRUSTED_PROXIES: trustedProxies,
    /** Pages that are drawn for one address in a minute, in this process; kept ones don't count. */
    PAGE_LIMIT: z.coerce.number().int().min(1).default(600),
    /** `off` is for load tests. */
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Tells when something that pages are made from has changed. Without it drawn pages are not kept. */
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'not a redis:// or rediss:// URL' }).optional(),
    /** A JSON file from a remote's name to the URL of its folder; the rest is served from the apps' dist folders. */
    REMOTES_FILE: z.string().optional(),
    /** A JSON object from `shell` or a remote's name to its dev server, on a developer's machine. */
    DEV_SERVERS: devServers.optional(),
  })
  .refine((config) => config.RATE_LIMIT === 'on' || config.NODE_ENV !== 'production', {
    path: ['RATE_LIMIT'],
    message: "can't be off with NODE_ENV=production",
  });

export type WebConfig = z.output<typeof webConfig>;
export type DevServers = NonNullable<WebConfig['DEV_SERVERS']>;

/**
 * Reads the configuration. Empty variables count as absent.
 * @throws Error that names each wrong variable, never its value.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): WebConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = webConfig.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
}
