import type { FastifyRequest } from 'fastify';
import type { User } from '../auth/user.js';

/** Who holds the access token of a request, as of this request. */
export interface Principal {
  user_id: string;
  email: string;
  session_id: string;
  is_admin: boolean;
}

/** A request with what the guards have found out. */
export interface EdgeRequest extends FastifyRequest {
  /** Set on operations that are not public. */
  principal?: Principal;
  /** Set while signing in: whose password it was. */
  verifiedUser?: User;
}
