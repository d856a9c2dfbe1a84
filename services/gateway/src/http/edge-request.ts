import type { ApiScope } from '@docfolio/contracts/operation';
import type { FastifyRequest } from 'fastify';
import type { User } from '../auth/user.js';

/** The user on whose behalf a request is served. */
export interface Caller {
  user_id: string;
  /** Email of the user, or `<name of the API token>`: services record it in histories. */
  email: string;
  is_admin: boolean;
}

export interface Principal extends Caller {
  session_id: string;
}

/** A program that calls with an API token, with the rights of the admin who created the token. */
export interface ApiTokenCaller extends Caller {
  token_id: string;
  scopes: readonly ApiScope[];
}

export interface EdgeRequest extends FastifyRequest {
  principal?: Principal;
  /** Set instead of `principal` if the request has an API token with the scope of the route. */
  apiToken?: ApiTokenCaller;
  verifiedUser?: User;
}
