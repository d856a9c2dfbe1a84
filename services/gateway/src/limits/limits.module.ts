import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from '../config.schema.js';
import { edgeRedisToken } from '../redis.module.js';
import { ClientHashes } from './client-hashes.js';
import { RateLimits } from './rate-limits.js';

@Module({})
export class LimitsModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    const settings = {
      enabled: config.RATE_LIMIT === 'on',
      signInPerAccount: config.RATE_LIMIT_SIGN_IN_ACCOUNT,
      signInPerAddress: config.RATE_LIMIT_SIGN_IN_ADDRESS,
      formsPerMinute: config.RATE_LIMIT_FORMS,
      oneClicksPerMinute: config.RATE_LIMIT_ONE_CLICK,
      reportsPerMinute: config.RATE_LIMIT_REPORTS,
    };
    return {
      module: LimitsModule,
      global: true,
      providers: [
        {
          provide: RateLimits,
          inject: [edgeRedisToken, loggerToken],
          useFactory: (redis: Redis, logger: Logger) => new RateLimits(redis, settings, logger),
        },
        { provide: ClientHashes, useValue: new ClientHashes(config.JWT_SECRET) },
      ],
      exports: [RateLimits, ClientHashes],
    };
  }
}
