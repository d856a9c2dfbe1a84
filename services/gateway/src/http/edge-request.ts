import type { FastifyRequest } from 'fastify';
import type { User } from '../auth/user.js';

/** Holder of a request's access token. */
export interface Principal {
  user_id: string;
  email: string;
  session_id: string;
  is_admin: boolean;
}

/** A request with the results of its guards. */
export interface EdgeRequest extends FastifyRequest {
  /** Set on operations that are not public. */
  principal?: Principal;
  /** Set during sign-in. */
  verifiedUser?: User;
}
