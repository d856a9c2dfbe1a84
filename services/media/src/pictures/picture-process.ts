import { type ChildProcess, fork } from 'node:child_process';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { fromWire } from '@docfolio/service-kit/rpc/envelope';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { PictureCall, PictureOutcome } from './picture-messages.js';
import type { PictureWork, PreparedPicture } from './picture-work.js';

/** ms without work after which the program ends. */
const idleLimit = 60_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Has the work of pictures done by a program, which is started for the first picture: a crash of a decoder ends that program
 * only, and its memory is free again when it ends. `PictureQueue` gives it one picture at a time.
 */
export class PictureProcess implements PictureWork, OnApplicationShutdown {
  private child: ChildProcess | undefined;
  private waiting: Waiting | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** @param program path of picture-program.js */
  constructor(
    private readonly program: string,
    private readonly idleMs = idleLimit,
  ) {}

  /** Id of the program while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  prepare(source: string, target: string): Promise<PreparedPicture> {
    return this.call({ work: 'prepare', args: [source, target] }) as Promise<PreparedPicture>;
  }

  async writeVariant(...args: Parameters<PictureWork['writeVariant']>): Promise<void> {
    await this.call({ work: 'writeVariant', args });
  }

  onApplicationShutdown(): void {
    this.end();
  }

  private call(call: PictureCall): Promise<unknown> {
    if (this.waiting) throw new Error('The picture program has a picture already');
    clearTimeout(this.idle);
    const child = this.running();
    const done = new Promise<unknown>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    child.send(call);
    return done.finally(() => {
      this.idle = setTimeout(() => this.end(), this.idleMs).unref();
    });
  }

  private running(): ChildProcess {
    if (this.child) return this.child;
    const child = fork(this.program);
    child.on('message', (outcome: PictureOutcome) => this.settle(outcome));
    child.on('error', (error) => this.ended(child, error));
    child.once('exit', (code, signal) => this.ended(child, new Error(`The picture program ended: ${signal ?? code}`)));
    this.child = child;
    return child;
  }

  private settle(outcome: PictureOutcome): void {
    const { waiting } = this;
    this.waiting = undefined;
    if ('problem' in outcome) waiting?.reject(fromWire(outcome));
    else if ('error' in outcome) waiting?.reject(new Error(outcome.error));
    else waiting?.resolve(outcome.result);
  }

  /** Fails the picture in progress as if the service was down: it may be repeated. */
  private ended(child: ChildProcess, cause: Error): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.waiting?.reject(new ProblemError('unavailable', { cause }));
    this.waiting = undefined;
  }

  private end(): void {
    clearTimeout(this.idle);
    const { child } = this;
    if (!child) return;
    this.ended(child, new Error('The picture program was ended'));
    child.kill();
  }
}
