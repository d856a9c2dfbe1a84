import { auth } from '@docfolio/contracts/session';
import { z } from 'zod';

const { current_password, new_password } = auth.changePassword.input.shape;

/** The fields that the server validates and may report errors for. */
export const passwordFields = ['current_password', 'new_password'] as const;

/** The schema of the form: current password, new password, and the new one repeated. */
export const passwordForm = z
  .object({
    current_password: z.string().min(1, 'Current password is required').pipe(current_password),
    new_password: z.string().min(1, 'New password is required').pipe(new_password),
    repeated: z.string().min(1, 'Repeat the new password'),
  })
  .refine(({ new_password, repeated }) => repeated === '' || repeated === new_password, {
    path: ['repeated'],
    error: 'The passwords do not match',
    // Runs this check even if other fields are invalid; zod would skip it.
    when: () => true,
  });
export type PasswordForm = z.output<typeof passwordForm>;
