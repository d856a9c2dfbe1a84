import { ProblemError } from '@docfolio/contracts/core/problem';
import type { SessionUser, WhoAmI } from '@docfolio/contracts/entities/session';
import type { Principal } from '../http/edge-request.js';
import { sessionUserOf } from './user.js';
import type { UsersRepository } from './users.repository.js';

export class UsersService {
  constructor(private readonly users: UsersRepository) {}

  /** Returns up to 500 users by email. */
  async list(): Promise<SessionUser[]> {
    return (await this.users.list(500)).map(sessionUserOf);
  }

  /** Returns the signed-in user and their rights. @throws ProblemError `session_ended` if the user does not exist */
  async describe(principal: Principal): Promise<WhoAmI> {
    const user = await this.users.findById(principal.user_id);
    if (!user) throw new ProblemError('session_ended');
    return { user: sessionUserOf(user), is_admin: principal.is_admin };
  }
}
