import { z } from 'zod';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { itemsOf } from '../core/list.js';
import { type ApiScope, operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { arrayOf, recordId, requiredLine, timestamp } from '../core/text.js';
import { adminRemotes } from './remote.js';

export const apiTokenEntity = entity({ collection: 'api_tokens' });

/** Prefix of each API token, by which secret scanners recognise one. */
export const apiTokenPrefix = 'docfolio_';

/** Maximum number of tokens that are not revoked. */
export const apiTokensLimit = 50;

/** Maximum number of scopes of a token. */
export const tokenScopesLimit = 20;

/**
 * A scope of a token: for one remote (`remotes:write:reading`), or `remotes:write` for all that do not run in an admin's
 * session.
 */
export const tokenScope = z
  .string()
  .regex(/^remotes:write(:[a-z][a-z0-9-]{0,30})?$/, 'Not a scope')
  .meta({ examples: ['remotes:write:reading'] });

/** Returns the scope that covers one remote. */
export const scopeOfRemote = (scope: ApiScope, remote: string): string => `${scope}:${remote}`;

/**
 * Returns whether scopes of a token cover a call.
 * @param remote the remote that the call is about; undefined: it is about all of them
 * @param isRead whether the call changes nothing
 */
export function coversCall(
  scopes: readonly string[],
  scope: ApiScope,
  { remote, isRead }: { remote: string | undefined; isRead: boolean },
): boolean {
  if (remote !== undefined && scopes.includes(scopeOfRemote(scope, remote))) return true;
  if (remote !== undefined && adminRemotes.includes(remote) && !isRead) return false;
  return scopes.includes(scope);
}

export const apiToken = z.object({
  id: recordId,
  name: z.string(),
  scopes: z.array(tokenScope),
  /** Last four characters of the token. */
  ending: z.string(),
  created_at: timestamp,
  created_by: z.string(),
  /** Exact to a minute; null if it was never used. */
  last_used_at: timestamp.nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

const admin = { service: 'gateway', access: 'admin' } as const;

export const apiTokens = operations({
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/api-tokens',
    input: z.strictObject({}),
    output: itemsOf(apiToken),
    summary: 'List the API tokens, newest first.',
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/api-tokens',
    input: z.strictObject({
      name: requiredLine('Name is required', 60),
      scopes: arrayOf(tokenScope)
        .min(1, 'Choose at least one remote')
        .max(tokenScopesLimit, `At most ${tokenScopesLimit} scopes`),
    }),
    output: apiToken.extend({
      /** The token itself. It is shown this once: only its hash is stored. */
      token: z.string(),
    }),
    problems: ['conflict'],
    summary: 'Create an API token. The response is the only one that contains it.',
  }),
  revoke: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/api-tokens/:id',
    input: byId,
    output: byId,
    summary: 'Revoke an API token.',
  }),
});

/** An API token was created or revoked. */
export const apiTokenChanged = recordEvent('api_token.changed', 'api_tokens');
