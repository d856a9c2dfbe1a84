import { createHash, randomBytes } from 'node:crypto';
import type { OutboxEntry } from '@docfolio/service-kit/events/outbox';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export interface RecoveryLink {
  /** SHA-256 of the link's token. Redis stores the token until the email is sent, up to 30 minutes. */
  token_hash: string;
  requested_at: Date;
  expires_at: Date;
}

/** Password recovery of a user, whose id is `_id`. Its own fields are those of the latest link. */
export interface PasswordRecovery extends RecoveryLink {
  _id: string;
  recovery_id: string;
  /** The last links, the latest included: each works until one of them is used. Missing in recoveries of 0.1.0. */
  links?: RecoveryLink[];
  used_at: Date | null;
  outbox: OutboxEntry[];
}

/** Job that looks an account up and has the email sent. The response does not wait: its time would reveal accounts. */
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
