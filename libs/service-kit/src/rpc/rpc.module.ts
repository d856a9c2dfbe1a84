import { HealthRegistry } from '@docfolio/process/health';
import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, loggerToken } from '../logging.js';
import { SubmissionClient } from '../submissions/submission-client.js';
import { RpcClient } from './rpc-client.js';

/** Closes the clients after the HTTP server, whose requests use them. */
@Injectable()
class ClientLifecycle implements OnApplicationShutdown {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SubmissionClient) private readonly submissions: SubmissionClient,
    @Inject(HealthRegistry) health: HealthRegistry,
  ) {
    health.add('rpc', () => rpc.check());
    health.add('submissions', () => submissions.check());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.rpc.close(), this.submissions.close()]);
  }
}

@Module({})
export class RpcClientModule {
  static forRoot({ redisUrl }: { redisUrl: string }): DynamicModule {
    return {
      module: RpcClientModule,
      global: true,
      providers: [
        {
          provide: RpcClient,
          inject: [loggerToken],
          useFactory: (logger: Logger) => new RpcClient({ redisUrl, logger }),
        },
        {
          provide: SubmissionClient,
          inject: [loggerToken, RpcClient],
          useFactory: (logger: Logger, rpc: RpcClient) => new SubmissionClient({ redisUrl, logger, rpc }),
        },
        ClientLifecycle,
      ],
      exports: [RpcClient, SubmissionClient],
    };
  }
}
