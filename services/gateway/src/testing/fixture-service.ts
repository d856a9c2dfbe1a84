import { type Operation, operationKey, type ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { type OperationHandler, OperationRunner } from '@docfolio/service-kit/rpc/operation-runner';
import { RpcServer } from '@docfolio/service-kit/rpc/rpc-server';
import { DeadLetters } from '@docfolio/service-kit/submissions/dead-letters.repository';
import { SubmissionWorker } from '@docfolio/service-kit/submissions/submission-worker';

export interface Reached {
  input: unknown;
  context: CallContext;
}

/** A running service behind the gateway whose handlers a test provides. */
export interface FixtureService {
  /** Received calls, in order. */
  readonly reached: Reached[];
  stop(): Promise<void>;
}

export interface FixtureOptions {
  service: ServiceName;
  operations: readonly Operation[];
  redisUrl: string;
  mongo: { uri: string; dbName: string };
  logger: Logger;
  /** Handlers by operation key. Operations without a handler return `not_found`. */
  handlers?: Record<string, OperationHandler>;
}

export async function startFixtureService(options: FixtureOptions): Promise<FixtureService> {
  const { service, redisUrl, logger, handlers = {} } = options;
  const operations = options.operations.filter((operation) => operation.service === service);
  const reached: Reached[] = [];
  const runner = new OperationRunner(operations, logger);
  for (const operation of operations) {
    const handler = handlers[operationKey(operation)] ?? (() => Promise.reject(new ProblemError('not_found')));
    runner.register(operationKey(operation), (input, context) => {
      reached.push({ input, context });
      return handler(input, context);
    });
  }
  const server = new RpcServer({ service, redisUrl, runner, logger });
  await new Promise<void>((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
  const mongo = await connectMongo(options.mongo, logger);
  const deadLetters = new DeadLetters(mongo);
  await deadLetters.prepare();
  const connection = connectRedis(redisUrl, 'bullmq', logger);
  const commands = connectRedis(redisUrl, 'commands', logger);
  const worker = new SubmissionWorker({ service, runner, deadLetters, connection, commands, logger });
  worker.start();
  const stop = async () => {
    await Promise.all([server.close(), worker.close()]);
    await Promise.all([closeRedis(connection), closeRedis(commands), mongo.close()]);
  };
  return { reached, stop };
}
