import { z } from 'zod';
import { event } from '../core/event.js';
import { operation, operations } from '../core/operation.js';
import { emailAddress, recordId, rules, text, timestamp } from '../core/text.js';

/** Seconds for which an access token is valid. */
export const accessTokenLifetime = 5 * 60;
/** Seconds for which the link in a password recovery email is valid. */
export const recoveryLifetime = 30 * 60;
/** Path that a recovery email links to. The token is the URL's fragment, which no server, log or `Referer` contains. */
export const recoveryPath = '/auth/reset';
/** Minimum and maximum characters of a new password. The maximum bounds the time of hashing. */
export const minPasswordLength = 10;
export const maxPasswordLength = 200;

export const sessionUser = z.object({ id: recordId, email: z.string(), created_at: timestamp });
export type SessionUser = z.output<typeof sessionUser>;

/** Result of a sign-in or refresh (specification, section 3). `expires_at` is in seconds since the epoch. */
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

/** The signed-in user. `is_admin` is true if the user has an active row in admin_users. */
export const whoAmI = z.object({ user: sessionUser, is_admin: z.boolean() });
export type WhoAmI = z.output<typeof whoAmI>;

const done = z.object({});

/** Error for another password than the one that is to be changed. */
export const wrongPassword = 'This is not the current password';
const recoveryToken = text().min(1).max(100);

export const auth = operations({
  signIn: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/sign-in',
    access: 'public',
    input: credentials,
    output: session,
    summary: 'Sign in with email and password.',
  }),
  refresh: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    input: z.strictObject({ refresh_token: text().min(1).max(500) }),
    output: session,
    summary: 'Exchange a refresh token for a new session. Each token works once.',
  }),
  signOut: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/sign-out',
    access: 'signed-in',
    input: z.strictObject({}),
    output: done,
    summary: 'Sign out.',
  }),
  me: operation({
    service: 'gateway',
    method: 'GET',
    path: '/auth/me',
    access: 'signed-in',
    input: z.strictObject({}),
    output: whoAmI,
    summary: 'Get the signed-in user.',
  }),
  changePassword: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/password',
    access: 'signed-in',
    input: z.strictObject({
      current_password: text().min(1).max(maxPasswordLength).meta(rules(wrongPassword)),
      new_password: newPassword,
    }),
    output: done,
    summary: 'Change the password and end every other session of the user.',
  }),
  requestRecovery: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/recovery',
    access: 'public',
    input: z.strictObject({ email: emailAddress }),
    output: done,
    summary: 'Email a password recovery link. The response is the same for every address.',
  }),
  checkRecovery: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/recovery/check',
    access: 'public',
    input: z.strictObject({ token: recoveryToken }),
    output: z.object({
      email: z.string(),
      /** The API tokens that this user has created, newest first. */
      api_tokens: z.array(z.object({ name: z.string(), ending: z.string() })).default([]),
    }),
    summary: 'Get the user of a password recovery link, and the names of their API tokens. The link stays valid.',
  }),
  completeRecovery: operation({
    service: 'gateway',
    method: 'POST',
    path: '/auth/recovery/complete',
    access: 'public',
    input: z.strictObject({
      token: recoveryToken,
      new_password: newPassword,
      /** Whether the API tokens that this user has created end as well. */
      revoke_tokens: z.boolean().default(false),
    }),
    output: session,
    summary:
      'Set a new password with a recovery link. Ends every session of the user, on request also their API tokens, and starts a new session.',
  }),
});

/** A user wants a recovery email. Its secret token is not in the event, but in `SecretHandover`, by `recovery_id`. */
export const passwordRecoveryRequested = event(
  'password_recovery.requested',
  z.object({ recovery_id: recordId, email: z.string() }),
  ['notifications'],
);

/** A row of admin_users was created or changed. The first active admin gets the owner's emails, without OWNER_EMAIL. */
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
