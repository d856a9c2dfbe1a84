import type { Access, ApiScope } from '@docfolio/contracts/core/operation';
import { apiTokenPrefix } from '@docfolio/contracts/entities/api-token';

/** OpenAPI security schemes: the access token of a session, and an API token. */
export const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${apiTokenPrefix}...`,
    description:
      'An API token for programs, which an admin creates. It needs the scope that the operation lists: as it is, which covers all remotes but those that run in the CRM, or for one remote, as in `remotes:write:blog`.',
  },
} as const;

/** Returns the OpenAPI security requirements of a route: nothing, a session, or one of session and API token. */
export function securityOf({ access, scope }: { access: Access; scope?: ApiScope | undefined }) {
  if (access === 'public') return [];
  return [{ session: [] }, ...(scope ? [{ apiToken: [scope] }] : [])];
}
