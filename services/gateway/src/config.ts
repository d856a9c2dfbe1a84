import { trustedProxies } from '@docfolio/edge-limits/trusted-proxies';
import { baseConfig } from '@docfolio/service-kit/config';
import { z } from 'zod';

const { NODE_ENV, LOG_LEVEL, REDIS_URL, MONGODB_URI } = baseConfig;

/** The gateway's own database; MONGODB_URI names none. */
const MONGODB_DATABASE = z.string().min(1).default('docfolio_gateway');

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** What the gateway reads from its environment. */
export const gatewayConfig = z
  .object({
    NODE_ENV,
    LOG_LEVEL,
    REDIS_URL,
    MONGODB_URI,
    MONGODB_DATABASE,
    /** 0 takes a free one. */
    PORT: z.coerce.number().int().min(0).max(65_535),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** Signs access tokens; the same for every replica. */
    JWT_SECRET: z.string().min(32, 'needs at least 32 characters'),
    /** Where the leads service's files are fetched: its internal port. */
    LEADS_URL: z.url({ protocol: /^http$/, error: 'not an http:// URL' }),
    /** Where images are fetched, and sent: the media service's internal port. */
    MEDIA_URL: z.url({ protocol: /^http$/, error: 'not an http:// URL' }),
    /** Signs what is fetched and sent there; the same for the services that keep files. */
    BYTES_SECRET: z.string().min(32, 'needs at least 32 characters'),
    /** Addresses and CIDR ranges, comma-separated, whose X-Forwarded-For and X-Request-Id are believed. */
    TRUSTED_PROXIES: trustedProxies,
    /** MiB that kept public answers may take in this process. */
    CACHE_SIZE: count(64),
    /** `off` is for load tests. */
    RATE_LIMIT: z.enum(['on', 'off']).default('on'),
    /** Failed sign-ins for one account from one address in 5 minutes; the next is refused. */
    RATE_LIMIT_SIGN_IN_ACCOUNT: count(5),
    /** Failed sign-ins from one address in 5 minutes, whatever the account. */
    RATE_LIMIT_SIGN_IN_ADDRESS: count(20),
    /** What one address may send through the public forms in a minute. */
    RATE_LIMIT_FORMS: count(10),
    /** Subscriptions that one address may end by one click in a minute: a mail provider does so for many readers. */
    RATE_LIMIT_ONE_CLICK: count(600),
    /** Requests of one address in a minute, per gateway process; a stop for clients gone wild, not a quota. */
    RATE_LIMIT_REQUESTS: count(3_000),
  })
  .refine((config) => config.RATE_LIMIT === 'on' || config.NODE_ENV !== 'production', {
    path: ['RATE_LIMIT'],
    message: "can't be off with NODE_ENV=production",
  });

export type GatewayConfig = z.output<typeof gatewayConfig>;

/** What the admin command line reads from its environment. */
export const adminConfig = z.object({
  REDIS_URL,
  MONGODB_URI,
  MONGODB_DATABASE,
  ADMIN_EMAIL: z.string().default('owner@example.com'),
  ADMIN_PASSWORD: z.string().optional(),
});

export type AdminConfig = z.output<typeof adminConfig>;
