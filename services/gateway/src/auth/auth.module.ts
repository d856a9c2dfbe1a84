import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { LOGGER } from '@docfolio/service-kit/logging';
import { getModelToken, MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { RateLimits } from '../limits/rate-limits.js';
import { EDGE_REDIS } from '../redis.module.js';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { AccessTokens, accessTokenKey } from './access-tokens.js';
import { adminUserSchema } from './admin-user.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { AuthHandlers } from './auth.handlers.js';
import { AuthSessionsRepository, authSessionSchema } from './auth-sessions.repository.js';
import { adminUsersCollection, authSessionsCollection, usersCollection } from './collections.js';
import { CredentialsService } from './credentials.service.js';
import { Grants } from './grants.js';
import { databaseGrants } from './grants.source.js';
import { PasswordStrategy } from './password.strategy.js';
import { Passwords } from './passwords.js';
import { RefreshTokens } from './refresh-token.js';
import { SessionsService } from './sessions.service.js';
import { UsersRepository, userSchema } from './users.repository.js';
import { UsersService } from './users.service.js';

/** A provider made by `new type(...)` with what `inject` names; the classes themselves know nothing of Nest. */
function made<Arguments extends unknown[]>(
  type: new (...dependencies: Arguments) => object,
  inject: FactoryProvider['inject'],
): FactoryProvider {
  return { provide: type as Type, inject: inject ?? [], useFactory: (...all) => new type(...(all as Arguments)) };
}

/** Users, sessions and who may what. */
@Module({})
export class AuthModule {
  static forRoot(jwtSecret: string): DynamicModule {
    const key = accessTokenKey(jwtSecret);
    return {
      module: AuthModule,
      imports: [
        MongoModule.forFeature(usersCollection, userSchema),
        MongoModule.forFeature(adminUsersCollection, adminUserSchema),
        MongoModule.forFeature(authSessionsCollection, authSessionSchema),
      ],
      providers: [
        made(UsersRepository, [getModelToken(usersCollection)]),
        made(AuthSessionsRepository, [getModelToken(authSessionsCollection)]),
        made(AdminUsersRepository, [getModelToken(adminUsersCollection), OutboxPublisher]),
        {
          provide: Grants,
          inject: [EDGE_REDIS, AuthSessionsRepository, AdminUsersRepository, LOGGER],
          useFactory: (redis, sessions, admins, logger) => new Grants(redis, databaseGrants(sessions, admins), logger),
        },
        { provide: AccessTokens, useFactory: () => new AccessTokens(key) },
        { provide: RefreshTokens, useFactory: () => new RefreshTokens(jwtSecret) },
        made(Passwords, []),
        made(SessionsService, [AuthSessionsRepository, UsersRepository, Grants, AccessTokens, RefreshTokens]),
        made(CredentialsService, [UsersRepository, Passwords, RateLimits, SessionsService]),
        made(UsersService, [UsersRepository]),
        {
          provide: AccessTokenStrategy,
          inject: [Grants],
          useFactory: (grants: Grants) => new AccessTokenStrategy(key, grants),
        },
        made(PasswordStrategy, [CredentialsService]),
        AuthHandlers,
      ],
      exports: [AuthHandlers, Grants],
    };
  }
}
