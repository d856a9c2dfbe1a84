import { apiTokenEntity } from '@docfolio/contracts/entities/api-token';

export const usersCollection = 'users';
export const adminUsersCollection = 'admin_users';
export const authSessionsCollection = 'auth_sessions';
export const passwordRecoveriesCollection = 'password_recoveries';
export const apiTokensCollection = apiTokenEntity.collection;
