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
import { ClientHashes } from '../limits/client-hashes.js';
import { RateLimits } from '../limits/rate-limits.js';
import { type FoundHandler, findHandlers } from './answers.js';
import { OperationDispatcher, type OwnHandlers } from './operation-dispatcher.js';
import { operationsController } from './operations.controller.js';
import { ResponseCache } from './response-cache.js';

export interface OperationsOptions {
  operations: readonly NamedOperation[];
  /** Classes with `@Answers` methods. */
  handlers: readonly Type[];
  /** Modules that export the classes in `handlers`. */
  imports: NonNullable<ModuleMetadata['imports']>;
  responses: ResponseCache;
}

/** Receives invalidations from before the first request until after the last. */
@Injectable()
class ResponseCacheLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(ResponseCache) private readonly responses: ResponseCache) {}

  onApplicationBootstrap(): Promise<void> {
    return this.responses.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.responses.close();
  }
}

/** Serves a route for each operation. */
@Module({})
export class OperationsModule {
  /** @throws Error as `findHandlers` and `operationsController` */
  static forRoot({ operations, handlers, imports, responses }: OperationsOptions): DynamicModule {
    const found = findHandlers(operations, handlers);
    return {
      module: OperationsModule,
      imports,
      controllers: [operationsController(operations, found)],
      providers: [
        { provide: ResponseCache, useValue: responses },
        ResponseCacheLifecycle,
        {
          provide: OperationDispatcher,
          inject: [RpcClient, SubmissionClient, RateLimits, AuditTrail, ClientHashes, ...handlers],
          useFactory: (
            rpc: RpcClient,
            submissions: SubmissionClient,
            limits: RateLimits,
            audit: AuditTrail,
            clients: ClientHashes,
            ...instances: HandlerInstance[]
          ) =>
            new OperationDispatcher(
              ...([rpc, submissions, limits, ownHandlers(found, instances), responses, audit, clients] as const),
            ),
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
