import { z } from 'zod';
import { entity } from './entity.js';
import { recordEvent } from './event.js';
import { itemsOf } from './list.js';
import { apiScopes, operation, operations } from './operation.js';
import { byId } from './record-link.js';
import { arrayOf, recordId, requiredLine, timestamp } from './text.js';

export const apiTokenEntity = entity({ collection: 'api_tokens' });

/** Prefix of each API token, by which secret scanners recognise one. */
export const apiTokenPrefix = 'docfolio_';

/** Maximum number of tokens that are not revoked. */
export const apiTokensLimit = 50;

export const apiToken = z.object({
  id: recordId,
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
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
      scopes: arrayOf(z.enum(apiScopes)).min(1, 'Choose a scope').max(apiScopes.length),
    }),
    output: apiToken.extend({
      /** The token itself. It is shown this once: only its hash is stored. */
      token: z.string(),
    }),
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
