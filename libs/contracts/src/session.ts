import { z } from 'zod';
import { event } from './event.js';
import { operation } from './operation.js';
import { emailAddress, recordId, text, timestamp } from './text.js';

/** Seconds that an access token lasts. */
export const accessTokenLifetime = 5 * 60;
/** Characters of a password that is set; bytes beyond the upper limit would only cost time to hash. */
export const minPasswordLength = 10;
export const maxPasswordLength = 200;

export const sessionUser = z.object({ id: recordId, email: z.string(), created_at: timestamp });
export type SessionUser = z.output<typeof sessionUser>;

/** Specification, section 3. `expires_at` in seconds since the epoch, `expires_in` in seconds. */
export const session = z.object({
  access_token: z.string(),
  refresh_token: text(),
  expires_at: z.int(),
  expires_in: z.int(),
  token_type: z.literal('bearer'),
  user: sessionUser,
});
export type Session = z.output<typeof session>;

export const credentials = z.strictObject({
  email: emailAddress,
  password: text('Password is required').min(1, 'Password is required').max(maxPasswordLength, 'Too long'),
});

export const newPassword = text('Password is required')
  .min(minPasswordLength, `At least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `At most ${maxPasswordLength} characters`);

/** Who is signed in, and whether an active admin_users row names them. */
export const whoAmI = z.object({ user: sessionUser, is_admin: z.boolean() });
export type WhoAmI = z.output<typeof whoAmI>;

const done = z.object({});

export const auth = {
  signIn: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/sign-in',
    access: 'public',
    input: credentials,
    output: session,
    summary: 'Sign in with e-mail and password.',
  }),
  refresh: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    input: z.strictObject({ refresh_token: text().min(1).max(500) }),
    output: session,
    summary: 'Exchange a refresh token for a new session; each works once.',
  }),
  signOut: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/sign-out',
    access: 'signed-in',
    input: z.strictObject({}),
    output: done,
    summary: 'End this session.',
  }),
  me: operation({
    service: 'gateway',
    method: 'GET',
    path: '/auth/me',
    access: 'signed-in',
    input: z.strictObject({}),
    output: whoAmI,
    summary: 'Who is signed in.',
  }),
  changePassword: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/password',
    access: 'signed-in',
    input: z.strictObject({ current_password: text().min(1).max(maxPasswordLength), new_password: newPassword }),
    output: done,
    summary: 'Change the password; every other session of the user ends.',
  }),
};

/** A row of admin_users appeared or changed: the owner's address comes from here. */
export const adminUserChanged = event(
  'admin_user.changed',
  z.object({
    user_id: recordId,
    email: z.string(),
    is_active: z.boolean(),
    created_at: timestamp,
    changed_at: timestamp,
  }),
  ['notifications'],
);
