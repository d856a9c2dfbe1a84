import { createHash, randomBytes } from 'node:crypto';
import type { OutboxEntry } from '@docfolio/service-kit/events/outbox';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** The latest password recovery of a user. A new one replaces it and invalidates the link of the earlier email. */
export interface PasswordRecovery {
  _id: string;
  recovery_id: string;
  /** SHA-256 of the link's token. The token itself is stored only in Redis, until the email is sent. */
  token_hash: string;
  requested_at: Date;
  expires_at: Date;
  used_at: Date | null;
  outbox: OutboxEntry[];
}

/**
 * Job that looks an email address up and has the recovery email sent. The response to the request does not wait for it,
 * and so takes the same time for every address.
 */
export const startRecovery = defineJob(
  'start-password-recovery',
  z.strictObject({ email: z.string(), requested_at: z.iso.datetime() }),
  { keepFor: 60 },
);

export function generateRecoveryToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashRecoveryToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
