import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import type { Logger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { Connection, Model, Schema } from 'mongoose';
import { ApiTokensService } from '../access/api-tokens.service.js';
import { Grants } from '../access/grants.js';
import { databaseGrants } from '../access/grants.source.js';
import { adminUserSchema } from '../accounts/admin-user.js';
import { AdminUsersRepository } from '../accounts/admin-users.repository.js';
import { apiTokenSchema } from '../accounts/api-token.js';
import { ApiTokensRepository } from '../accounts/api-tokens.repository.js';
import { AuthSessionsRepository, authSessionSchema } from '../accounts/auth-sessions.repository.js';
import {
  adminUsersCollection,
  apiTokensCollection,
  authSessionsCollection,
  passwordRecoveriesCollection,
  usersCollection,
} from '../accounts/collections.js';
import { passwordRecoverySchema } from '../accounts/password-recoveries.repository.js';
import { Passwords } from '../accounts/passwords.js';
import { UsersRepository, userSchema } from '../accounts/users.repository.js';
import type { AdminConfig } from '../config.schema.js';
import { Accounts } from './accounts.js';
import { withLock } from './redis-lock.js';

const redisTimeout = 5_000;

export interface ConnectedAccounts {
  accounts: Accounts;
  close(): Promise<void>;
}

/** Connects the accounts command line to MongoDB and Redis, and creates the indexes. @throws Error if one is down */
export async function connectAccounts(
  config: AdminConfig,
  logger: Logger,
  passwords = new Passwords(),
): Promise<ConnectedAccounts> {
  const redis = connectRedis(config.REDIS_URL, 'commands', logger);
  const options = { uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE };
  const [connection] = await Promise.all([connectMongo(options, logger), whenReady(redis, redisTimeout)]).catch(
    (error: unknown) => {
      redis.disconnect();
      throw error;
    },
  );
  const users = modelOf(connection, usersCollection, userSchema);
  const admins = modelOf(connection, adminUsersCollection, adminUserSchema);
  const sessions = modelOf(connection, authSessionsCollection, authSessionSchema);
  const recoveries = modelOf(connection, passwordRecoveriesCollection, passwordRecoverySchema);
  const tokens = modelOf(connection, apiTokensCollection, apiTokenSchema);
  // The gateway may never have run on this database.
  await Promise.all([users, admins, sessions, recoveries, tokens].map((model) => model.createIndexes()));
  const outbox = new OutboxPublisher({ redisUrl: config.REDIS_URL, logger });
  const sessionsRepository = new AuthSessionsRepository(sessions);
  const adminsRepository = new AdminUsersRepository(admins, outbox);
  const grants = new Grants(redis, databaseGrants(sessionsRepository, adminsRepository), logger);
  const accounts = new Accounts({
    users: new UsersRepository(users),
    admins: adminsRepository,
    sessions: sessionsRepository,
    tokens: new ApiTokensService(new ApiTokensRepository(tokens, outbox), grants, logger),
    grants,
    passwords,
    exclusively: (work) => withLock(redis, 'gateway:first-admin', work),
  });
  const close = async () => {
    await outbox.close();
    await closeRedis(redis);
    await connection.close();
  };
  return { accounts, close };
}

function modelOf<Doc>(connection: Connection, name: string, schema: Schema<Doc>) {
  return connection.model(name, schema as unknown as Schema, name) as unknown as Model<Doc> & TypedModel<Doc>;
}
