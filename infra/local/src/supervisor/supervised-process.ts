import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { failureReason } from './failure-reason.js';
import { LogFile } from './log-file.js';
import type { Probe } from './probes.js';
import { signal } from './process-identity.js';
import type { Warden } from './warden.js';

export interface ChildSpec {
  name: string;
  command: string;
  args: string[];
  argv0?: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Stop stage: lower stages stop first; children of one stage stop concurrently. */
  stage: number;
  logPath: string;
  /** Size from which the log is rotated. Default: that of the log of one process. */
  logLimitBytes?: number;
  /** How long it may take to end after SIGTERM, in ms; by default the supervisor's, and the warden's if that is killed. */
  graceMs?: number;
  probe: Probe;
  /** Whether the child runs at all, whatever it depends on. One that stops responding is killed and restarted. */
  liveness?: Probe;
  /** Longest delay before a restart, in ms; by default the supervisor's. */
  maxBackoffMs?: number;
}

export interface Timing {
  /** First delay before a restart, in ms. It doubles each time the child ends before it is ready. */
  backoffMs: number;
  /** Longest delay before a restart, in ms, unless the child has its own `maxBackoffMs`. */
  maxBackoffMs: number;
  /** A child that was ready for this long, in ms, is restarted without a delay. */
  healthyMs: number;
  /** How long a child may take to end after SIGTERM, in ms, before it is killed. */
  graceMs: number;
  /** Interval between two probes of a starting child, in ms. */
  probeMs: number;
  /** Interval between two liveness probes of a child that has been ready, in ms. The third that fails in a row kills it. */
  livenessMs: number;
}

export const defaultTiming: Timing = {
  backoffMs: 500,
  maxBackoffMs: 30_000,
  healthyMs: 10_000,
  graceMs: 15_000,
  probeMs: 50,
  // Together as in k8s/base/common.yaml: 30 s.
  livenessMs: 10_000,
};

export type ChildEvent =
  /** The child ended and will be restarted. `reason`: errors in its log if it was not ready; else empty. */
  | { kind: 'stopped'; name: string; how: string; restartInMs: number; reason: string }
  | { kind: 'ready'; name: string; again: boolean; afterMs: number }
  | { kind: 'changed'; name: string };

/** A child did not become ready. The message is `summary` and the reason in its log, if there is one. */
export class StartError extends Error {
  override name = 'StartError';
  readonly summary: string;
  constructor(
    readonly child: string,
    problem: string,
    readonly logPath: string,
    /** The last lines. */
    readonly log: string,
  ) {
    const summary = `${child} ${problem}`;
    const reason = failureReason(log);
    super(reason ? `${summary}:\n${reason}` : summary);
    this.summary = summary;
  }
}

/** Exit codes after which a child that was never ready is not restarted: damaged or newer data, invalid configuration. */
const finalExitCodes = [65, 76, 78];

const logLines = 20;

/** Failed liveness probes in a row after which a child is killed. */
const maxMissed = 3;

/** Number of exits before the first readiness after which a child is not restarted. */
const maxFailedStarts = 3;

export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private wanted = false;
  /** Set while the supervisor stops: the child must not be started again. */
  private retired = false;
  private ready = false;
  private everReady = false;
  private failedStarts = 0;
  private backoffMs: number;
  private startedAt = 0;
  private logStart = 0;
  private readyAt = 0;
  private restartTimer: NodeJS.Timeout | undefined;
  private probeTimer: NodeJS.Timeout | undefined;
  /** Whether the child was killed because it did not respond. */
  private wasHanging = false;
  private failure: StartError | undefined;
  readonly log: LogFile;

  constructor(
    readonly spec: ChildSpec,
    private readonly warden: Warden,
    private readonly emit: (event: ChildEvent) => void,
    private readonly timing: Timing = defaultTiming,
  ) {
    this.log = new LogFile(spec.logPath, spec.logLimitBytes);
    this.backoffMs = timing.backoffMs;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Returns whether the child has become ready since it started; false as soon as it is being stopped. */
  get isReady(): boolean {
    return this.ready && this.wanted;
  }

  start(): void {
    if (this.retired) return;
    this.wanted = true;
    this.failure = undefined;
    this.failedStarts = 0;
    // Of two concurrent restarts, only the first starts the child.
    if (!this.child) this.spawnChild();
  }

  /**
   * Resolves when the child is ready. Probes it again, because it may just have been killed or have lost a dependency.
   * @throws StartError if it was stopped, failed permanently, or isn't ready after `timeoutMs`
   */
  async waitReady(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!(this.ready && (await this.spec.probe()))) {
      if (this.failure) throw this.failure;
      if (performance.now() > deadline) throw this.startError(`was not ready after ${timeoutMs / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, this.timing.probeMs));
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    this.backoffMs = this.timing.backoffMs;
    this.start();
  }

  /** Makes the next `stop` final: a concurrent restart does not start the child again. */
  retire(): void {
    this.retired = true;
  }

  /** Sends SIGTERM, and after the grace period SIGKILL to its process group. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.wanted = false;
    this.failure = this.startError('was stopped');
    clearTimeout(this.restartTimer);
    const child = this.child;
    if (!child?.pid) return;
    const gone = once(child, 'exit');
    signal(child.pid, 'SIGTERM');
    // A child paused by SIGSTOP cannot handle SIGTERM until it continues.
    signal(child.pid, 'SIGCONT');
    const escalation = setTimeout(() => this.killNow(), this.spec.graceMs ?? this.timing.graceMs);
    await gone;
    clearTimeout(escalation);
  }

  killNow(): void {
    const pid = this.child?.pid;
    if (pid !== undefined && !signal(-pid, 'SIGKILL')) signal(pid, 'SIGKILL');
  }

  private spawnChild(): void {
    const { spec } = this;
    const log = this.log.open();
    this.logStart = this.log.size;
    this.wasHanging = false;
    this.startedAt = performance.now();
    const child = spawn(spec.command, spec.args, {
      argv0: spec.argv0,
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['ignore', log, log],
      // Its own process group: Ctrl-C on the terminal reaches only the supervisor, which stops the children in order.
      detached: true,
    });
    LogFile.close(log);
    this.child = child;
    child.once('error', (error) => {
      // Could not be started (no such program): there is no exit event.
      if (child.pid === undefined) this.ended(error.message);
    });
    child.once('exit', (code, by) => {
      if (child.pid !== undefined) {
        // Its own children are killed too, such as the server behind `npm run dev`, which would hold the port.
        signal(-child.pid, 'SIGKILL');
        this.warden.forget(child.pid);
      }
      this.ended(
        this.wasHanging ? 'did not respond' : (by ?? `exit ${code}`),
        code !== null && finalExitCodes.includes(code),
      );
    });
    if (child.pid === undefined) return;
    this.warden.watch(child.pid, spec.stage, spec.graceMs);
    this.emit({ kind: 'changed', name: spec.name });
    this.probe(child);
  }

  private probe(child: ChildProcess): void {
    this.probeTimer = setTimeout(async () => {
      const ready = await this.spec.probe();
      if (this.child !== child) return;
      if (ready) {
        this.becameReady();
        this.watch(child, 0);
      } else this.probe(child);
    }, this.timing.probeMs);
  }

  /** @param missed liveness probes that failed in a row */
  private watch(child: ChildProcess, missed: number): void {
    const { liveness } = this.spec;
    if (!liveness) return;
    this.probeTimer = setTimeout(async () => {
      const isAlive = await liveness();
      if (this.child !== child || !this.wanted) return;
      if (isAlive) return this.watch(child, 0);
      if (missed + 1 < maxMissed) return this.watch(child, missed + 1);
      this.wasHanging = true;
      this.killNow();
    }, this.timing.livenessMs);
  }

  private becameReady(): void {
    this.ready = true;
    this.readyAt = performance.now();
    this.emit({ kind: 'ready', name: this.spec.name, again: this.everReady, afterMs: this.readyAt - this.startedAt });
    this.everReady = true;
  }

  private ended(how: string, isFinal = false): void {
    clearTimeout(this.probeTimer);
    const readyForMs = this.ready ? performance.now() - this.readyAt : undefined;
    this.child = undefined;
    this.ready = false;
    this.emit({ kind: 'changed', name: this.spec.name });
    if (!this.wanted) return;
    if (!this.everReady && (++this.failedStarts >= maxFailedStarts || isFinal)) {
      this.wanted = false;
      const times = this.failedStarts === 1 ? 'once' : `${this.failedStarts} times`;
      this.failure = this.startError(`ended ${times} before it was ready (${how})`);
      return;
    }
    const restartInMs = this.nextDelay(readyForMs);
    const reason = readyForMs === undefined ? failureReason(this.log.tail(logLines, this.logStart)) : '';
    this.emit({ kind: 'stopped', name: this.spec.name, how, restartInMs, reason });
    this.restartTimer = setTimeout(() => this.spawnChild(), restartInMs);
  }

  /** Returns the ms until the restart; grows only if the child ended before it was ready (`readyForMs` undefined). */
  private nextDelay(readyForMs: number | undefined): number {
    const { backoffMs, maxBackoffMs, healthyMs } = this.timing;
    if (readyForMs !== undefined) {
      this.backoffMs = backoffMs;
      return readyForMs >= healthyMs ? 0 : backoffMs;
    }
    const delay = this.backoffMs;
    this.backoffMs = Math.min(delay * 2, this.spec.maxBackoffMs ?? maxBackoffMs);
    return delay;
  }

  private startError(problem: string): StartError {
    return new StartError(this.spec.name, problem, this.log.path, this.log.tail(logLines, this.logStart));
  }
}
