import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { loggerToken } from '@docfolio/service-kit/logging';
import { getModelToken, MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { AuditHandlers } from '../audit/audit.handlers.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { RateLimits } from '../limits/rate-limits.js';
import { edgeRedisToken } from '../redis.module.js';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { AccessTokens, accessTokenKey } from './access-tokens.js';
import { adminUserSchema } from './admin-user.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { apiTokenSchema } from './api-token.js';
import { ApiTokensHandlers } from './api-tokens.handlers.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { ApiTokensService } from './api-tokens.service.js';
import { AuthHandlers } from './auth.handlers.js';
import { AuthSessionsRepository, authSessionSchema } from './auth-sessions.repository.js';
import {
  adminUsersCollection,
  apiTokensCollection,
  authSessionsCollection,
  passwordRecoveriesCollection,
  usersCollection,
} from './collections.js';
import { CredentialsService } from './credentials.service.js';
import { Grants } from './grants.js';
import { databaseGrants } from './grants.source.js';
import { OverrideTokens } from './override-tokens.js';
import { PasswordStrategy } from './password.strategy.js';
import { PasswordRecoveriesRepository, passwordRecoverySchema } from './password-recoveries.repository.js';
import { Passwords } from './passwords.js';
import { RecoveryService } from './recovery.service.js';
import { RefreshTokens } from './refresh-token.js';
import { RemoteOverridesHandlers } from './remote-overrides.handlers.js';
import { SessionsService } from './sessions.service.js';
import { UsersRepository, userSchema } from './users.repository.js';
import { UsersService } from './users.service.js';

/** Provides `new type(...)` with the injected values, so that the classes need no Nest decorators. */
function made<Arguments extends unknown[]>(
  type: new (...dependencies: Arguments) => object,
  inject: FactoryProvider['inject'],
): FactoryProvider {
  return { provide: type as Type, inject: inject ?? [], useFactory: (...all) => new type(...(all as Arguments)) };
}

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
        MongoModule.forFeature(passwordRecoveriesCollection, passwordRecoverySchema),
        MongoModule.forFeature(apiTokensCollection, apiTokenSchema),
      ],
      providers: [
        made(UsersRepository, [getModelToken(usersCollection)]),
        made(AuthSessionsRepository, [getModelToken(authSessionsCollection)]),
        made(AdminUsersRepository, [getModelToken(adminUsersCollection), OutboxPublisher]),
        {
          provide: Grants,
          inject: [edgeRedisToken, AuthSessionsRepository, AdminUsersRepository, loggerToken],
          useFactory: (redis, sessions, admins, logger) => new Grants(redis, databaseGrants(sessions, admins), logger),
        },
        { provide: AccessTokens, useFactory: () => new AccessTokens(key) },
        { provide: OverrideTokens, useFactory: () => new OverrideTokens(key) },
        { provide: RefreshTokens, useFactory: () => new RefreshTokens(jwtSecret) },
        made(Passwords, []),
        made(SessionsService, [
          AuthSessionsRepository,
          UsersRepository,
          Grants,
          AccessTokens,
          RefreshTokens,
          AuditTrail,
        ]),
        made(CredentialsService, [UsersRepository, Passwords, RateLimits, SessionsService]),
        made(UsersService, [UsersRepository]),
        made(PasswordRecoveriesRepository, [getModelToken(passwordRecoveriesCollection), OutboxPublisher]),
        made(SecretHandover, [edgeRedisToken]),
        {
          provide: RecoveryService,
          inject: [
            UsersRepository,
            AdminUsersRepository,
            PasswordRecoveriesRepository,
            Passwords,
            SessionsService,
            RateLimits,
            JobQueue,
            SecretHandover,
            AuditTrail,
            loggerToken,
          ],
          useFactory: (users, admins, recoveries, passwords, sessions, limits, jobs, handover, audit, logger) =>
            new RecoveryService({
              users,
              admins,
              recoveries,
              passwords,
              sessions,
              limits,
              jobs,
              handover,
              audit,
              logger,
            }),
        },
        {
          provide: AccessTokenStrategy,
          inject: [Grants],
          useFactory: (grants: Grants) => new AccessTokenStrategy(key, grants),
        },
        made(PasswordStrategy, [CredentialsService, UsersRepository, AuditTrail]),
        made(ApiTokensRepository, [getModelToken(apiTokensCollection), OutboxPublisher]),
        made(ApiTokensService, [ApiTokensRepository, Grants, loggerToken]),
        AuthHandlers,
        ApiTokensHandlers,
        RemoteOverridesHandlers,
        AuditHandlers,
      ],
      exports: [AuthHandlers, ApiTokensHandlers, RemoteOverridesHandlers, AuditHandlers, ApiTokensService, Grants],
    };
  }
}
