import { trustedProxies } from '@docfolio/edge/trusted-proxies';
import {
  listenHost,
  listenPort,
  mongodbDatabase,
  rateLimitConfig,
  rateLimitGuard,
  requestLimit,
  serviceConfig,
  signingSecret,
} from '@docfolio/process/config';
import { z } from 'zod';

const databaseField = mongodbDatabase('docfolio_gateway');

const count = (fallback: number, description: string) =>
  z.coerce.number().int().min(1).default(fallback).meta({ description });

const bytePort = (service: string) =>
  z
    .url({ protocol: /^http$/, error: 'not an http:// URL' })
    .meta({ description: `Byte port of the ${service} service, as \`http://host:port\`.` });

export const configSchema = z
  .object({
    ...serviceConfig,
    MONGODB_DATABASE: databaseField,
    PORT: listenPort('Port of the HTTP API, for the web process only; 0 takes a free port.'),
    HOST: listenHost('Listen address of PORT.'),
    JWT_SECRET: signingSecret('Signs access tokens: the same value in every replica.'),
    LEADS_URL: bytePort('leads'),
    MEDIA_URL: bytePort('media'),
    BYTES_SECRET: signingSecret(
      'Signs the grants for files between gateway, leads and media: the same value in all three.',
    ),
    TRUSTED_PROXIES: trustedProxies.meta({
      section: 'Address',
      description:
        'Addresses and CIDR ranges, comma-separated, whose `X-Forwarded-*` and `X-Request-Id` headers are believed: the web process, and proxies before it.',
    }),
    CACHE_SIZE: count(64, 'MiB of cached public responses per process.'),
    ...rateLimitConfig,
    RATE_LIMIT_SIGN_IN_ACCOUNT: count(
      5,
      'Failed sign-ins per account and client address in 5 minutes, counted in Redis across replicas.',
    ),
    RATE_LIMIT_SIGN_IN_ADDRESS: count(
      20,
      'Failed sign-ins per client address in 5 minutes, counted in Redis across replicas.',
    ),
    RATE_LIMIT_FORMS: count(
      10,
      'Public form submissions per client address and minute, counted in Redis across replicas.',
    ),
    RATE_LIMIT_ONE_CLICK: count(
      600,
      'One-click unsubscribes per client address and minute, counted in Redis across replicas. Mail providers send them for many subscribers.',
    ),
    RATE_LIMIT_REPORTS: count(
      120,
      'Reports of pages about builds of remotes per client address and minute, counted in Redis across replicas.',
    ),
    RATE_LIMIT_REQUESTS: requestLimit,
    AUDIT_DAYS: z.coerce.number().int().min(1).max(3_650).default(400).meta({
      section: 'Operation',
      description: 'Days for which entries of the audit trail are stored. Applies to new entries.',
    }),
    BACKUP_ELSEWHERE: z.enum(['on', 'off']).default('off').meta({
      section: 'Operation',
      description:
        '`on`: backups are stored elsewhere by other means, such as snapshots of the machine. The System page then does not miss backups that are elsewhere than on the disk of the data.',
    }),
  })
  .refine(rateLimitGuard.check, rateLimitGuard.params);

export type GatewayConfig = z.output<typeof configSchema>;

export const adminConfigSchema = z.object({
  REDIS_URL: serviceConfig.REDIS_URL,
  MONGODB_URI: serviceConfig.MONGODB_URI,
  MONGODB_DATABASE: databaseField,
  ADMIN_EMAIL: z
    .string()
    .default('owner@example.com')
    .meta({ section: 'First admin', description: 'Email of the first admin.' }),
  ADMIN_PASSWORD: z.string().optional().meta({
    section: 'First admin',
    description: 'Password of the first admin. Default: generated and printed once.',
    secret: true,
  }),
});

export type AdminConfig = z.output<typeof adminConfigSchema>;
