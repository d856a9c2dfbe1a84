import { baseConfig, loadConfig } from '@docfolio/service-kit/config';
import { z } from 'zod';

/** What the notifications service reads from its environment. */
export const config = loadConfig(
  z
    .object({
      ...baseConfig,
      MONGODB_DATABASE: z.string().min(1).default('docfolio_notifications'),
      /** `smtp://user:password@host:port`; without it mails are written as .eml files into MAIL_DIR. */
      SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
      MAIL_DIR: z.string().min(1).optional(),
      /** The From of every mail, `Name <address>`. */
      MAIL_FROM: z.string().min(3).default('Docfolio <no-reply@docfolio.localhost>'),
      /** Who hears of enquiries; without it the first active admin. */
      OWNER_EMAIL: z.email().optional(),
      /** Seconds that comments are gathered in, from the first on, before the owner gets one mail of them. */
      COMMENT_DIGEST_SECONDS: z.coerce.number().positive().default(600),
      /** Connections to the mail server over which an issue goes out; each sends one mail after the other. */
      NEWSLETTER_CONNECTIONS: z.coerce.number().int().min(1).max(50).default(5),
      /** Where links in mails lead. */
      SITE_URL: z
        .url()
        .default('http://localhost:4200')
        .transform((url) => url.replace(/\/+$/, '')),
    })
    .refine((env) => env.SMTP_URL || env.MAIL_DIR, { path: ['SMTP_URL'], message: 'Set SMTP_URL, or MAIL_DIR' }),
);
export type Config = typeof config;
