import type { DomainEvent } from '@docfolio/contracts/core/event';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { eventsFor } from '@docfolio/contracts/events';
import { HealthRegistry } from '@docfolio/process/health';
import { Heartbeat } from '@docfolio/process/system/heartbeat';
import type { WorkedQueue } from '@docfolio/process/system/process-report';
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
import { JobQueue } from './jobs/job-queue.js';
import { JobWorkers } from './jobs/job-workers.js';
import { jobHandlerKey } from './jobs/works-on.js';
import { type Logger, loggerToken, recentErrorsOf } from './logging.js';
import { addDeadLetterCollector } from './metrics/dead-letter-metrics.js';
import { addOutboxCollector } from './metrics/outbox-metrics.js';
import { addQueueCollector } from './metrics/queue-metrics.js';
import { Maintenance } from './mongo/maintenance.js';
import { mongoConnectionToken } from './mongo/mongo.module.js';
import { bootTimeout, closeRedis, connectRedis, whenReady } from './redis.js';
import { OperationRunner } from './rpc/operation-runner.js';
import { DeadLetters } from './submissions/dead-letters.repository.js';
import { submissionQueue } from './submissions/submission-job.js';
import { SubmissionWorker } from './submissions/submission-worker.js';
import { addDatabaseFigures, SystemFigures } from './system/system-figures.js';
import { bullName } from './system/worked-queue.js';

export interface KitOptions {
  name: ServiceName;
  /** Version that the process reports. Default: `unknown`. */
  version?: string;
  redisUrl: string;
  logger: Logger;
  health?: HealthRegistry;
  subscribed?: readonly DomainEvent[] | undefined;
  raised?: readonly DomainEvent[] | undefined;
  runner?: OperationRunner | undefined;
}

const kitOptionsToken = Symbol('KitOptions');

/** ms between two counts of dead letters, which other replicas add and remove, too. */
const deadLettersInterval = 30_000;

/** Starts the workers for jobs, events, submissions, maintenance and reports last, and stops them first. */
@Injectable()
class KitLifecycle implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly commands: Redis;
  private readonly workerConnection: Redis;
  private readonly working: { close(): Promise<void> }[] = [];
  private heartbeat: Heartbeat | undefined;
  private readonly queues: WorkedQueue[] = [];

  constructor(
    @Inject(kitOptionsToken) private readonly options: KitOptions,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(OutboxPublisher) private readonly outbox: OutboxPublisher,
    @Inject(JobQueue) private readonly jobs: JobQueue,
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Inject(SystemFigures) private readonly figures: SystemFigures,
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
    addQueueCollector(this.queues.map(bullName), this.commands);
    if (this.mongo) addOutboxCollector(this.mongo);
    this.heartbeat = this.startHeartbeat();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.working.map((worker) => worker.close()));
    await this.heartbeat?.stop();
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
    if (handlers.size > 0) this.queues.push({ name: eventQueue(name), kind: 'events', sends_mail: false });
    return handlers.size > 0 ? new EventSubscriber(name, handlers, this.workerConnection, logger) : undefined;
  }

  private jobWorkers() {
    const marked = markedMethods<JobDefinition>(this.discovery, this.reflector, jobHandlerKey);
    for (const { mark } of marked)
      this.queues.push({ name: mark.name, kind: 'job', sends_mail: mark.options.sendsMail ?? false });
    return marked.length > 0 ? new JobWorkers(marked, this.workerConnection, this.options.logger) : undefined;
  }

  private async submissionWorker() {
    const { name, runner, logger } = this.options;
    if (!runner?.has('submission')) return undefined;
    if (!this.deadLetters)
      throw new Error('a service with submissions needs MongoModule.forRoot: refused submissions are stored there');
    await this.deadLetters.prepare();
    addDeadLetterCollector(this.deadLetters);
    this.reportDeadLetters(this.deadLetters);
    this.queues.push({ name: submissionQueue(name), kind: 'submissions', sends_mail: false });
    return new SubmissionWorker({
      service: name,
      runner,
      deadLetters: this.deadLetters,
      connection: this.workerConnection,
      commands: this.commands,
      logger,
    });
  }

  private reportDeadLetters(letters: DeadLetters): void {
    this.figures.add('dead_letters', deadLettersInterval, () => letters.count());
    letters.onChange(() => this.figures.invalidate('dead_letters'));
  }

  private startHeartbeat(): Heartbeat {
    const { name, version = 'unknown', logger } = this.options;
    if (this.mongo) addDatabaseFigures(this.figures, this.mongo);
    const heartbeat = new Heartbeat({
      service: name,
      version,
      redis: this.commands,
      health: this.health,
      errors: recentErrorsOf(logger),
      queues: this.queues,
      figures: () => this.figures.current(),
      onFailure: (error) => logger.warn({ err: error }, 'state of the process not reported'),
    });
    heartbeat.start();
    return heartbeat;
  }

  private maintenance() {
    return this.mongo && new Maintenance(this.mongo, this.outbox, this.options.logger);
  }
}

/** Provides logger, health, outbox and job queue, and runs the workers. `runService` and the gateway import it. */
@Module({})
export class KitModule {
  static forRoot(options: KitOptions): DynamicModule {
    const { redisUrl, logger, raised, runner } = options;
    return {
      module: KitModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        { provide: kitOptionsToken, useValue: options },
        { provide: loggerToken, useValue: logger },
        { provide: HealthRegistry, useValue: options.health ?? new HealthRegistry() },
        { provide: OutboxPublisher, useFactory: () => new OutboxPublisher({ redisUrl, logger, events: raised }) },
        { provide: SystemFigures, useFactory: () => new SystemFigures(logger) },
        { provide: JobQueue, useFactory: () => new JobQueue({ redisUrl, logger }) },
        ...(runner ? [{ provide: OperationRunner, useValue: runner }] : []),
        KitLifecycle,
      ],
      exports: [
        ...[loggerToken, HealthRegistry, OutboxPublisher, JobQueue, SystemFigures],
        ...(runner ? [OperationRunner] : []),
      ],
    };
  }
}
