import type { AdminUsersRepository } from '../accounts/admin-users.repository.js';
import type { AuthSessionsRepository } from '../accounts/auth-sessions.repository.js';
import type { GrantSource } from './grants.js';

export function databaseGrants(sessions: AuthSessionsRepository, admins: AdminUsersRepository): GrantSource {
  return {
    isSessionLive: async (sessionId) => (await sessions.findLive(sessionId, new Date())) !== null,
    adminUser: (userId) => admins.findByUser(userId),
  };
}
