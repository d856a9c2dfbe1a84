import { mongodbDatabase, serviceConfig } from '@docfolio/process/config';
import { owner } from '@docfolio/site-copy/site';
import { z } from 'zod';

export const configSchema = z
  .object({
    ...serviceConfig,
    MONGODB_DATABASE: mongodbDatabase('docfolio_notifications'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'not an smtp:// or smtps:// URL' })
      .optional()
      .meta({
        section: 'Email',
        description: '`smtp://user:password@host:port`, `smtps://` with implicit TLS.',
        secret: true,
      }),
    MAIL_DIR: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Folder that emails are written to as `.eml` files while SMTP_URL is not set.' }),
    MAIL_FROM: z
      .string()
      .min(3)
      .default('no-reply@docfolio.localhost')
      .transform((from) => (from.includes('<') ? from : `"${owner.name.replaceAll('"', '')}" <${from}>`))
      .meta({
        section: 'Email',
        description:
          "From header of every email: `Name <address>`, or an address alone for the owner's name before it.",
      }),
    OWNER_EMAIL: z.email().optional().meta({
      section: 'Email',
      description: 'Recipient of notifications about leads and comments. Default: the first active admin.',
    }),
    COMMENT_DIGEST_SECONDS: z.coerce
      .number()
      .positive()
      .default(600)
      .meta({ description: 'Seconds during which new comments are collected into one email, from the first on.' }),
    PUBLIC_MAILS_PER_HOUR: z.coerce.number().int().min(0).max(10_000).default(200).meta({
      section: 'Email',
      description:
        'Mails per hour that public forms may cause, of each kind, counted across replicas. Links that confirm a newsletter sign-up, and mails to the owner: the others wait for the next hour. Receipts to senders of forms: the others are not sent, but listed for the owner under Needs attention. `0`: no limit, which `npm start` sets with RATE_LIMIT=off.',
    }),
    NEWSLETTER_CONNECTIONS: z.coerce
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .meta({ description: 'Parallel connections to the mail server while a newsletter issue is sent.' }),
    SITE_URL: z
      .url()
      .default('http://localhost:4200')
      .transform((url) => url.replace(/\/+$/, ''))
      .meta({
        section: 'Address',
        description:
          'Public address of the site, for links in emails. Set it for every installation that others use: by default links lead to localhost.',
      }),
  })
  .refine((env) => env.SMTP_URL || env.MAIL_DIR, { path: ['SMTP_URL'], message: 'SMTP_URL or MAIL_DIR must be set' });
