import type { DomainEvent } from '@docfolio/contracts/event';
import { eventsFor } from '@docfolio/contracts/events';
import type { ServiceName } from '@docfolio/contracts/operation';
import { HealthRegistry } from '@docfolio/process/health';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, Reflector } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { markedMethods } from './discovery.js';
import { eventQueue } from './events/event-queue.js';
import { EventSubscriber, eventHandlers } from './events/event-subscriber.js';
import { eventHandlerKey } from './events/on-event.js';
import { OutboxPublisher } from './events/outbox-publisher.js';
import type { JobDefinition } from './jobs/define-job.js';
import { JobQueue, jobQueueName } from './jobs/job-queue.js';
import { JobWorkers } from './jobs/job-workers.js';
import { jobHandlerKey } from './jobs/works-on.js';
import { type Logger, loggerToken } from './logging.js';
import { addDeadLetterCollector } from './metrics/dead-letter-metrics.js';
import { addOutboxCollector } from './metrics/outbox-metrics.js';
import { addQueueCollector } from './metrics/queue-metrics.js';
import { Maintenance } from './mongo/maintenance.js';
import { mongoConnectionToken } from './mongo/mongo.module.js';
import { bootTimeout, closeRedis, connectRedis, whenReady } from './redis.js';
import type { OperationRunner } from './rpc/operation-runner.js';
import { DeadLetters } from './submissions/dead-letters.repository.js';
import { submissionQueue } from './submissions/submission-job.js';
import { SubmissionWorker } from './submissions/submission-worker.js';

export interface KitOptions {
  name: ServiceName;
  redisUrl: string;
  logger: Logger;
  health?: HealthRegistry;
  subscribed?: readonly DomainEvent[] | undefined;
  raised?: readonly DomainEvent[] | undefined;
  runner?: OperationRunner | undefined;
}

const kitOptionsToken = Symbol('KitOptions');

/** Starts the workers for jobs, events, submissions and maintenance last, and stops them first. */
@Injectable()
class KitLifecycle implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly commands: Redis;
  private readonly workerConnection: Redis;
  private readonly working: { close(): Promise<void> }[] = [];
  private readonly queues: string[] = [];

  constructor(
    @Inject(kitOptionsToken) private readonly options: KitOptions,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(OutboxPublisher) private readonly outbox: OutboxPublisher,
    @Inject(JobQueue) private readonly jobs: JobQueue,
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Optional() @Inject(mongoConnectionToken) private readonly mongo?: Connection,
    @Optional() @Inject(DeadLetters) private readonly deadLetters?: DeadLetters,
  ) {
    this.commands = connectRedis(options.redisUrl, 'commands', options.logger);
    this.workerConnection = connectRedis(options.redisUrl, 'bullmq', options.logger);
    this.health.add('redis', async () => {
      await this.commands.ping();
    });
  }

  /** @throws Error if a handler is missing or defined twice, before any work is accepted */
  async onApplicationBootstrap(): Promise<void> {
    this.options.runner?.assertComplete();
    await whenReady(this.commands, bootTimeout);
    const starts = [this.eventSubscriber(), this.jobWorkers(), await this.submissionWorker(), this.maintenance()];
    for (const worker of starts) {
      if (!worker) continue;
      this.working.push(worker);
      worker.start();
    }
    addQueueCollector(this.queues, this.commands);
    if (this.mongo) addOutboxCollector(this.mongo);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.working.map((worker) => worker.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([
      this.outbox.close(),
      this.jobs.close(),
      closeRedis(this.commands),
      closeRedis(this.workerConnection),
    ]);
  }

  private eventSubscriber() {
    const { name, logger } = this.options;
    const marked = markedMethods<DomainEvent>(this.discovery, this.reflector, eventHandlerKey);
    const handlers = eventHandlers(this.options.subscribed ?? eventsFor(name), marked);
    if (handlers.size > 0) this.queues.push(eventQueue(name));
    return handlers.size > 0 ? new EventSubscriber(name, handlers, this.workerConnection, logger) : undefined;
  }

  private jobWorkers() {
    const marked = markedMethods<JobDefinition>(this.discovery, this.reflector, jobHandlerKey);
    this.queues.push(...marked.map(({ mark }) => jobQueueName(mark)));
    return marked.length > 0 ? new JobWorkers(marked, this.workerConnection, this.options.logger) : undefined;
  }

  private async submissionWorker() {
    const { name, runner, logger } = this.options;
    if (!runner?.has('submission')) return undefined;
    if (!this.deadLetters)
      throw new Error('a service with submissions needs MongoModule.forRoot: refused submissions are stored there');
    await this.deadLetters.prepare();
    addDeadLetterCollector(this.deadLetters);
    this.queues.push(submissionQueue(name));
    return new SubmissionWorker({
      service: name,
      runner,
      deadLetters: this.deadLetters,
      connection: this.workerConnection,
      commands: this.commands,
      logger,
    });
  }

  private maintenance() {
    return this.mongo && new Maintenance(this.mongo, this.outbox, this.options.logger);
  }
}

/** Provides logger, health, outbox and job queue, and runs the workers. `runService` and the gateway import it. */
@Module({})
export class KitModule {
  static forRoot(options: KitOptions): DynamicModule {
    const { redisUrl, logger, raised } = options;
    return {
      module: KitModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        { provide: kitOptionsToken, useValue: options },
        { provide: loggerToken, useValue: logger },
        { provide: HealthRegistry, useValue: options.health ?? new HealthRegistry() },
        { provide: OutboxPublisher, useFactory: () => new OutboxPublisher({ redisUrl, logger, events: raised }) },
        { provide: JobQueue, useFactory: () => new JobQueue({ redisUrl, logger }) },
        KitLifecycle,
      ],
      exports: [loggerToken, HealthRegistry, OutboxPublisher, JobQueue],
    };
  }
}
