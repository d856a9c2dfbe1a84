import { parseOrThrow } from '@docfolio/contracts/core/problem';
import { inSpan } from '@docfolio/process/tracing/tracer';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { MarkedMethod } from '../discovery.js';
import { DurableWorker } from '../durable-worker.js';
import { type Logger, requestContext } from '../logging.js';
import { cappedBackoff } from '../queue.js';
import type { JobDefinition, JobMeta } from './define-job.js';
import { jobQueueName } from './job-queue.js';

export class JobWorkers {
  private readonly workers: DurableWorker<unknown>[];

  /** @throws Error if a job has two handlers */
  constructor(
    handlers: readonly MarkedMethod<JobDefinition>[],
    private readonly connection: Redis,
    private readonly logger: Logger,
  ) {
    const seen = new Map<string, string>();
    for (const { mark, name } of handlers) {
      const other = seen.get(mark.name);
      if (other) throw new Error(`${mark.name} has two handlers: ${other} and ${name}`);
      seen.set(mark.name, name);
    }
    this.workers = handlers.map((handler) => this.workerOf(handler));
  }

  start(): void {
    for (const worker of this.workers) worker.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  private workerOf(handler: MarkedMethod<JobDefinition>): DurableWorker<unknown> {
    const { mark } = handler;
    const worker = new DurableWorker<unknown>(jobQueueName(mark), (job) => this.work(handler, job), {
      connection: this.connection,
      logger: this.logger,
      concurrency: mark.options.concurrency ?? 1,
      ...(mark.options.limiter && { limiter: mark.options.limiter }),
      settings: { backoffStrategy: cappedBackoff(mark.options.backoff) },
    });
    worker.on('failed', (job, error) => this.logger.warn({ work: mark.name, job: job?.id, err: error }, 'job failed'));
    return worker;
  }

  private async work(handler: MarkedMethod<JobDefinition>, job: Job<unknown>): Promise<void> {
    const meta: JobMeta = { jobId: job.id ?? '', attempt: job.attemptsMade + 1 };
    const { name } = handler.mark;
    const attributes = { 'docfolio.job': name, 'docfolio.attempt': meta.attempt, request_id: meta.jobId };
    await inSpan(`job ${name}`, { kind: 'consumer', parent: job.opts.telemetry?.metadata, attributes }, () =>
      requestContext.run({ requestId: meta.jobId }, async () => {
        await handler.call(parseOrThrow(handler.mark.payload, job.data), meta);
        const level = handler.mark.options.quiet ? 'debug' : 'info';
        this.logger[level]({ work: name, attempt: meta.attempt }, 'job done');
      }),
    );
  }
}
