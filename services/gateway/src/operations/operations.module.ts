import type { NamedOperation } from '@docfolio/contracts/operations';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { SubmissionClient } from '@docfolio/service-kit/submissions/submission-client';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { RateLimits } from '../limits/rate-limits.js';
import { type FoundHandler, findHandlers } from './answers.js';
import { OperationDispatcher, type OwnHandlers } from './operation-dispatcher.js';
import { operationsController } from './operations.controller.js';
import { PublicReads } from './public-reads.js';

export interface OperationsOptions {
  operations: readonly NamedOperation[];
  /** Classes with `@Answers` methods. */
  handlers: readonly Type[];
  /** Modules that export the classes in `handlers`. */
  imports: NonNullable<ModuleMetadata['imports']>;
  publicReads: PublicReads;
}

/** Receives invalidations from before the first request until after the last. */
@Injectable()
class PublicReadsLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(PublicReads) private readonly publicReads: PublicReads) {}

  onApplicationBootstrap(): Promise<void> {
    return this.publicReads.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.publicReads.close();
  }
}

/** Serves a route for each operation. */
@Module({})
export class OperationsModule {
  /** @throws Error as `findHandlers` and `operationsController` */
  static forRoot({ operations, handlers, imports, publicReads }: OperationsOptions): DynamicModule {
    const found = findHandlers(operations, handlers);
    return {
      module: OperationsModule,
      imports,
      controllers: [operationsController(operations, found)],
      providers: [
        { provide: PublicReads, useValue: publicReads },
        PublicReadsLifecycle,
        {
          provide: OperationDispatcher,
          inject: [RpcClient, SubmissionClient, RateLimits, AuditTrail, ...handlers],
          useFactory: (
            rpc: RpcClient,
            submissions: SubmissionClient,
            limits: RateLimits,
            audit: AuditTrail,
            ...instances: HandlerInstance[]
          ) => new OperationDispatcher(rpc, submissions, limits, ownHandlers(found, instances), publicReads, audit),
        },
      ],
    };
  }
}

type Method = (input: unknown, request: EdgeRequest) => Promise<unknown>;
type HandlerInstance = Record<string, Method>;

function ownHandlers(found: ReadonlyMap<string, FoundHandler>, instances: readonly HandlerInstance[]): OwnHandlers {
  const bound = [...found].map(([key, { type, method }]): [string, Method] => {
    const instance = instances.find((candidate) => candidate.constructor === (type as unknown))!;
    return [key, (input, request) => instance[method]!(input, request)];
  });
  return new Map(bound);
}
