import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { loggerToken } from '@docfolio/service-kit/logging';
import { getModelToken, MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { AccessTokenStrategy } from './access/access-token.strategy.js';
import { AccessTokens, accessTokenKey } from './access/access-tokens.js';
import { ApiTokensService } from './access/api-tokens.service.js';
import { Grants } from './access/grants.js';
import { databaseGrants } from './access/grants.source.js';
import { adminUserSchema } from './accounts/admin-user.js';
import { AdminUsersRepository } from './accounts/admin-users.repository.js';
import { apiTokenSchema } from './accounts/api-token.js';
import { ApiTokensRepository } from './accounts/api-tokens.repository.js';
import { AuthSessionsRepository, authSessionSchema } from './accounts/auth-sessions.repository.js';
import {
  adminUsersCollection,
  apiTokensCollection,
  authSessionsCollection,
  passwordRecoveriesCollection,
  usersCollection,
} from './accounts/collections.js';
import { PasswordRecoveriesRepository, passwordRecoverySchema } from './accounts/password-recoveries.repository.js';
import { Passwords } from './accounts/passwords.js';
import { UsersRepository, userSchema } from './accounts/users.repository.js';
import { UsersService } from './accounts/users.service.js';
import { ApiTokensHandlers } from './api-tokens/api-tokens.handlers.js';
import { AuditTrail } from './audit/audit-trail.js';
import { AuditHandlers } from './audit-list/audit.handlers.js';
import { RateLimits } from './limits/rate-limits.js';
import { OverrideTokens } from './overrides/override-tokens.js';
import { RemoteOverridesHandlers } from './overrides/remote-overrides.handlers.js';
import { RecoveryHandlers } from './recovery/recovery.handlers.js';
import { RecoveryService, RecoverySessions } from './recovery/recovery.service.js';
import { edgeRedisToken } from './redis.module.js';
import { CredentialsService } from './sessions/credentials.service.js';
import { PasswordStrategy } from './sessions/password.strategy.js';
import { RefreshTokens } from './sessions/refresh-token.js';
import { SessionsHandlers } from './sessions/sessions.handlers.js';
import { SessionsService } from './sessions/sessions.service.js';

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
        { provide: RecoverySessions, useExisting: SessionsService },
        {
          provide: RecoveryService,
          inject: [
            UsersRepository,
            AdminUsersRepository,
            PasswordRecoveriesRepository,
            Passwords,
            RecoverySessions,
            ApiTokensService,
            RateLimits,
            JobQueue,
            SecretHandover,
            AuditTrail,
            loggerToken,
          ],
          useFactory: (users, admins, recoveries, passwords, sessions, tokens, limits, jobs, handover, audit, logger) =>
            new RecoveryService({
              users,
              admins,
              recoveries,
              passwords,
              sessions,
              tokens,
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
        SessionsHandlers,
        RecoveryHandlers,
        ApiTokensHandlers,
        RemoteOverridesHandlers,
        AuditHandlers,
      ],
      exports: [
        SessionsHandlers,
        RecoveryHandlers,
        ApiTokensHandlers,
        RemoteOverridesHandlers,
        AuditHandlers,
        ApiTokensService,
        Grants,
      ],
    };
  }
}
