import type { ServiceName } from '@docfolio/contracts/core/operation';
import { inSpan } from '@docfolio/process/tracing/tracer';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { DurableWorker } from '../durable-worker.js';
import type { Logger } from '../logging.js';
import { toProblemError } from '../problem.js';
import { toWire } from '../rpc/envelope.js';
import type { OperationRunner } from '../rpc/operation-runner.js';
import type { DeadLetters } from './dead-letters.repository.js';
import {
  resultTimeout,
  type SubmissionData,
  type SubmissionDone,
  type SubmissionResult,
  submissionChannel,
  submissionData,
  submissionQueue,
} from './submission-job.js';

const defaultConcurrency = 32;
/** ms before the end of the caller's wait from which a refusal is dead-lettered, as it may arrive too late. */
const answerMargin = 1_000;
export interface SubmissionWorkerOptions {
  service: ServiceName;
  runner: OperationRunner;
  deadLetters: DeadLetters;
  connection: Redis;
  commands: Redis;
  logger: Logger;
  concurrency?: number;
}

/** Processes submissions. A refusal (4xx) is a result, dead-lettered if late. Other errors are retried without end. */
export class SubmissionWorker {
  private readonly worker: DurableWorker<SubmissionData, SubmissionResult>;

  constructor(private readonly options: SubmissionWorkerOptions) {
    this.worker = new DurableWorker<SubmissionData, SubmissionResult>(
      submissionQueue(options.service),
      (job) => this.work(job),
      {
        connection: options.connection,
        logger: options.logger,
        concurrency: options.concurrency ?? defaultConcurrency,
      },
    );
    this.worker.on('completed', (job, result) => void this.publishResult(job, result));
    this.worker.on('failed', (job, error) =>
      options.logger.warn({ job: job?.id, err: error }, 'submission failed, will retry'),
    );
  }

  start(): void {
    this.worker.start();
  }

  close(): Promise<void> {
    return this.worker.stop();
  }

  private async work(job: Job<SubmissionData, SubmissionResult>): Promise<SubmissionResult> {
    const data = submissionData.parse(job.data);
    const context = {
      operation: data.operation,
      requestId: data.request_id,
      deadline: Number.MAX_SAFE_INTEGER,
      actor: data.actor,
      recordId: data.record_id,
      bodyHash: data.body_hash,
      auditId: data.audit_id,
    };
    try {
      const { runner } = this.options;
      const attributes = { request_id: data.request_id, 'docfolio.attempt': job.attemptsMade + 1 };
      const options = { kind: 'consumer', parent: data.traceparent, requestId: data.request_id, attributes } as const;
      const result = await inSpan(`submission ${runner.nameOf(data.operation)}`, options, () =>
        runner.run(context, data.input),
      );
      return { result };
    } catch (error) {
      const problem = toProblemError(error, this.options.logger, data.request_id);
      if (problem.status >= 500) throw problem;
      if (Date.now() - data.submitted_at > resultTimeout - answerMargin) {
        await this.options.deadLetters.add({
          id: data.record_id,
          operation: data.operation,
          code: problem.code,
          input: data.input,
        });
      }
      return toWire(problem, data.request_id);
    }
  }

  /** Publishes the result to waiting callers, after the job is stored as completed, where repeats find it. */
  private async publishResult(job: Job<SubmissionData, SubmissionResult>, result: SubmissionResult): Promise<void> {
    const { call, body_hash } = job.data;
    const done: SubmissionDone = { job: job.id ?? '', call, body_hash, ...result };
    try {
      await this.options.commands.publish(submissionChannel(this.options.service), JSON.stringify(done));
    } catch (error) {
      // The caller reads the stored job at its timeout.
      this.options.logger.debug({ err: error }, 'submission result not published');
    }
  }
}
