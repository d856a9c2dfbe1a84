import { readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { BuildChecks } from './build-checks.js';
import { BuildCounts } from './build-counts.js';
import { BuildFiles } from './build-files.js';
import { BuildReportsController } from './build-reports.controller.js';
import { BuildReports } from './build-reports.js';
import { BuildsRepository, buildSchema } from './builds.repository.js';
import { BuildsService } from './builds.service.js';
import { Canaries } from './canaries.js';
import { DeploymentsService } from './deployments.service.js';
import { RemoteChangesRepository, remoteChangeSchema } from './remote-changes.repository.js';
import { RemotesController } from './remotes.controller.js';
import { RemotesRepository, remoteSchema } from './remotes.repository.js';
import { Retention } from './retention.js';
import { ServedBuilds } from './served-builds.js';
import { ServedPages } from './served-pages.js';
import { ShellContracts } from './shell-contracts.js';
import { Signatures } from './signatures.js';

export interface RemotesOptions {
  redisUrl: string;
  /** REMOTES_PUBLIC_KEYS. Without it no build can be published or promoted. */
  publicKeys: string | undefined;
}

/** Stores the builds of remotes, and which of them visitors get. */
@Module({})
export class RemotesModule {
  static forRoot({ redisUrl, publicKeys = '' }: RemotesOptions): DynamicModule {
    return {
      module: RemotesModule,
      imports: [
        MongoModule.forFeature('remotes', remoteSchema),
        MongoModule.forFeature('remote_builds', buildSchema),
        MongoModule.forFeature('remote_changes', remoteChangeSchema),
      ],
      controllers: [RemotesController, BuildReportsController],
      providers: [
        { provide: Signatures, useValue: new Signatures(readPublicKeys(publicKeys)) },
        {
          provide: ShellContracts,
          inject: [loggerToken],
          useFactory: (logger: Logger) => new ShellContracts(redisUrl, logger),
        },
        {
          provide: ServedBuilds,
          inject: [loggerToken],
          useFactory: (logger: Logger) => new ServedBuilds(redisUrl, logger),
        },
        {
          provide: BuildCounts,
          inject: [loggerToken],
          useFactory: (logger: Logger) => new BuildCounts(redisUrl, logger),
        },
        {
          provide: ServedPages,
          inject: [loggerToken],
          useFactory: (logger: Logger) => new ServedPages(redisUrl, logger),
        },
        ...[RemotesRepository, BuildsRepository, RemoteChangesRepository],
        ...[BuildFiles, BuildChecks, BuildsService, DeploymentsService, Retention],
        ...[BuildReports, Canaries],
      ],
      exports: [BuildFiles],
    };
  }
}
