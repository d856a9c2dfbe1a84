import { type ChildProcess, fork } from 'node:child_process';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import { fromWire } from '@docfolio/service-kit/rpc/envelope';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type PictureCall, type PictureOutcome, pictureReply } from './picture-messages.js';
import { type PictureWork, type PreparedPicture, preparedPicture } from './picture-work.js';

/** Variables that the program gets: no address and no secret of the service. */
const passedVariables = ['PATH', 'TMPDIR', 'MALLOC_ARENA_MAX', 'NODE_ENV', 'NODE_OPTIONS'];

type Call =
  | Pick<PictureCall & { work: 'prepare' }, 'work' | 'args'>
  | Pick<PictureCall & { work: 'writeVariant' }, 'work' | 'args'>;

interface Waiting {
  id: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface PictureProcessOptions {
  /** Path of picture-program.js. */
  program: string;
  logger: Logger;
  /** ms without work after which the program ends. Default: a minute. */
  idleLimit?: number;
  /** ms that one picture may take. Default: 50 s, less than the 60 s for which the gateway waits for an upload. */
  callLimit?: number;
}

/**
 * Has the work of pictures done by a program, which is started for the first picture: a crash of a decoder ends that program
 * only, and its memory is free again when it ends. `PictureQueue` gives it one picture at a time.
 */
export class PictureProcess implements PictureWork, OnApplicationShutdown {
  private child: ChildProcess | undefined;
  private waiting: Waiting | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  private readonly idleLimit: number;
  private readonly callLimit: number;

  constructor(private readonly options: PictureProcessOptions) {
    this.idleLimit = options.idleLimit ?? 60_000;
    this.callLimit = options.callLimit ?? 50_000;
  }

  /** Id of the program while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async prepare(source: string, target: string, signal?: AbortSignal): Promise<PreparedPicture> {
    const { data, error } = preparedPicture.safeParse(
      await this.call({ work: 'prepare', args: [source, target] }, signal),
    );
    if (error) throw new ProblemError('unavailable', { cause: error });
    return data;
  }

  async writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void> {
    await this.call({ work: 'writeVariant', args: [source, animated, width, target] });
  }

  onApplicationShutdown(): void {
    clearTimeout(this.idle);
    this.endChild(new ProblemError('unavailable', { cause: new Error('The picture program was ended') }), 'SIGTERM');
  }

  /** @throws ProblemError `unavailable` if the program ends, hangs or cannot be started; the signal's reason */
  private async call(call: Call, signal?: AbortSignal): Promise<unknown> {
    if (this.waiting) throw new Error('The picture program has a picture already');
    signal?.throwIfAborted();
    clearTimeout(this.idle);
    const abort = () => this.endChild(signal?.reason);
    const deadline = setTimeout(() => this.fail({ after_ms: this.callLimit }), this.callLimit);
    signal?.addEventListener('abort', abort);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.waiting = { id: ++this.lastId, resolve, reject };
        this.send({ ...call, id: this.lastId });
      });
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
      this.idle = setTimeout(() => this.endChild(undefined, 'SIGTERM'), this.idleLimit).unref();
    }
  }

  private send(message: PictureCall): void {
    try {
      const child = this.running();
      child.send(message, (error) => {
        if (error) this.failed(child, { err: error });
      });
    } catch (error) {
      // For example, because this process has too many open files.
      this.fail({ err: error });
    }
  }

  private running(): ChildProcess {
    if (this.child) return this.child;
    const env = Object.fromEntries(passedVariables.map((name) => [name, process.env[name]]));
    const child = fork(this.options.program, { env });
    child.on('message', (message) => this.receive(child, message));
    child.on('error', (error) => this.failed(child, { err: error }));
    child.once('exit', (code, signal) => this.failed(child, { code, signal }));
    this.child = child;
    return child;
  }

  /** Ignores messages of programs that have ended, and those of earlier calls. */
  private receive(child: ChildProcess, message: unknown): void {
    if (this.child !== child) return;
    const { data, error } = pictureReply.safeParse(message);
    if (error) this.fail({ err: error });
    else if (this.waiting?.id === data.id) this.settle(this.waiting, data.outcome);
  }

  private settle(waiting: Waiting, outcome: PictureOutcome): void {
    this.waiting = undefined;
    if ('problem' in outcome) waiting.reject(fromWire(outcome));
    else if ('error' in outcome) waiting.reject(new Error(outcome.error));
    else waiting.resolve(outcome.result);
  }

  private failed(child: ChildProcess, fields: object): void {
    if (this.child === child) this.fail(fields);
  }

  /** Fails the picture in progress as if the service was down: it may be repeated. The next one gets another program. */
  private fail(fields: object): void {
    this.options.logger.warn(fields, 'picture program failed');
    this.endChild(new ProblemError('unavailable', { cause: new Error('The picture program failed') }));
  }

  /** @param reason that of the picture in progress */
  private endChild(reason: unknown, signal: NodeJS.Signals = 'SIGKILL'): void {
    const { child, waiting } = this;
    this.child = undefined;
    this.waiting = undefined;
    child?.kill(signal);
    waiting?.reject(reason);
  }
}
