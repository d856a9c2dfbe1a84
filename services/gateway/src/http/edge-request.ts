import type { FastifyRequest } from 'fastify';
import type { User } from '../auth/user.js';

export interface Principal {
  user_id: string;
  email: string;
  session_id: string;
  is_admin: boolean;
}

export interface EdgeRequest extends FastifyRequest {
  principal?: Principal;
  verifiedUser?: User;
}
