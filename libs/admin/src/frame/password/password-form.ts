import { auth } from '@docfolio/contracts/entities/session';
import { z } from 'zod';

const { current_password, new_password } = auth.changePassword.input.shape;

/** The fields that the server validates. */
export const passwordFields = ['current_password', 'new_password'] as const;

export const passwordForm = z
  .object({
    current_password: z.string().min(1, 'Current password is required').pipe(current_password),
    new_password: z.string().min(1, 'New password is required').pipe(new_password),
    repeated: z.string().min(1, 'Repeat the new password'),
  })
  .refine(({ new_password, repeated }) => repeated === '' || repeated === new_password, {
    path: ['repeated'],
    error: 'The passwords do not match',
    // zod would skip this check if other fields are invalid.
    when: () => true,
  });
export type PasswordForm = z.output<typeof passwordForm>;
