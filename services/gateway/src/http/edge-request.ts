import type { FastifyRequest } from 'fastify';

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
  scopes: readonly string[];
}

export interface EdgeRequest extends FastifyRequest {
  principal?: Principal;
  /** Set instead of `principal` if the request has an API token with the scope of the route. */
  apiToken?: ApiTokenCaller;
  /** The user whose email and password were checked for this request. */
  verifiedUser?: { _id: string; email: string };
}
