import { ConfigError } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { runInScope, type Scope } from '@docfolio/process/scope';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { exitCodeOf } from '@docfolio/service-kit/bootstrap';
import type { Logger } from '@docfolio/service-kit/logging';
import type { ConfiguredProcess, PlacedProcess, RunningProcess } from '@docfolio/service-kit/placed-process';

/** A process with its settings and its scope, which may not be started yet. */
interface Member {
  tier: PlacedProcess['tier'];
  scope: Scope;
  configured: ConfiguredProcess;
}

/** A process could not be started. It has logged why. */
export class MemberStartError extends Error {
  override readonly name = 'MemberStartError';

  constructor(
    member: string,
    readonly exitCode: number,
    readonly logger: Logger,
    options: ErrorOptions,
  ) {
    super(`${member} cannot start`, options);
  }
}

/** Those that call others stop first, as processes of their own do. */
const stopOrder: readonly PlacedProcess['tier'][] = ['frontend', 'api', 'service'];

/** ms for which a process may stop, as in a Node process of its own. */
const memberStopTimeout = 14_000;

/** ms for which all may stop: the gateway, then the services. Less than the launcher's 30 s. */
export const sharedStopTimeout = 2 * memberStopTimeout + 1_000;

/** Several processes of the platform in this Node process, each in a scope of its own. */
export class SharedProcess {
  private readonly running = new Map<Member, RunningProcess>();
  /** Stops of processes whose start ended only after the others began to stop. */
  private readonly lateStops: Promise<void>[] = [];
  private stopped: Promise<void> | undefined;
  private stopping = false;

  private constructor(
    private readonly members: readonly Member[],
    private readonly stopTimeout: number,
  ) {}

  /**
   * Reads the settings of all processes before any is started.
   * @param environments environment variables by the name of the process
   * @param stopTimeout ms for which each process may stop. Default: 14 s
   * @throws ConfigError that names the process whose settings are invalid
   */
  static configure(
    processes: readonly PlacedProcess[],
    environments: Record<string, NodeJS.ProcessEnv>,
    stopTimeout = memberStopTimeout,
  ): SharedProcess {
    const together = processes.map(({ name }) => name);
    const members = processes.map((process): Member => {
      const scope = { name: process.name, together, env: environments[process.name] ?? {} };
      return { tier: process.tier, scope, configured: configureIn(scope, process) };
    });
    return new SharedProcess(members, stopTimeout);
  }

  /** Seconds for which the processes still serve after SIGTERM: the most that one of them needs. */
  get drainSeconds(): number {
    return Math.max(0, ...this.members.map(({ configured }) => configured.drainSeconds));
  }

  /** Whether the processes stop, or have stopped: none becomes ready any more. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /**
   * Starts all processes concurrently. If one cannot start, the others are stopped, as they may already serve.
   * @throws MemberStartError of the first that cannot start
   */
  async start(): Promise<void> {
    try {
      await Promise.all(this.members.map((member) => runInScope(member.scope, () => this.startMember(member))));
    } catch (error) {
      this.stopBeingReady();
      // Each logs why it does not stop. What matters here is why one did not start.
      await withTimeout(this.stop(), 2 * this.stopTimeout).catch(() => undefined);
      throw error;
    }
  }

  /** Health of the Node process: of each process in it, by name. */
  health(): HealthRegistry {
    const health = new HealthRegistry();
    for (const [{ scope }, { health: own }] of this.running) {
      health.add(scope.name, async () => {
        const { ready, missing } = await runInScope(scope, () => own.readiness());
        if (!ready) throw new Error(missing.join(', '));
      });
    }
    return health;
  }

  /** Makes all processes not ready. One that is still starting is stopped as soon as it has started. */
  stopBeingReady(): void {
    this.stopping = true;
    for (const { health } of this.running.values()) health.stop();
  }

  /**
   * Stops the processes in the order of their tiers, those of a tier concurrently, and each within its time: one that
   * fails or hangs does not keep the others from stopping. Does not wait for processes that are still starting.
   * @throws AggregateError of the failures, when all have stopped
   */
  stop(): Promise<void> {
    this.stopping = true;
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  private async stopAll(): Promise<void> {
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const tier of stopOrder) {
      const stopping = [...this.running].filter(([member]) => member.tier === tier);
      outcomes.push(
        ...(await Promise.allSettled(stopping.map(([member, running]) => this.stopMember(member, running)))),
      );
    }
    outcomes.push(...(await Promise.allSettled(this.lateStops)));
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (errors.length > 0) throw new AggregateError(errors, 'not all processes have stopped');
  }

  private async stopMember({ scope, configured: { logger } }: Member, running: RunningProcess): Promise<void> {
    try {
      await withTimeout(
        runInScope(scope, async () => running.stop()),
        this.stopTimeout,
      );
      logger.info({}, 'stopped');
    } catch (error) {
      if (error instanceof TimeoutError) logger.error({}, 'shutdown timed out');
      else logger.error({ err: error }, 'shutdown failed');
      throw error;
    }
  }

  private async startMember(member: Member): Promise<void> {
    const { scope, configured } = member;
    const { logger } = configured;
    try {
      const running = await configured.start();
      if (this.stopping) return await this.stopLate(member, running);
      this.running.set(member, running);
      logger.info(running.ready, 'ready');
    } catch (error) {
      logger.fatal({ err: error }, 'the service cannot start');
      throw new MemberStartError(scope.name, exitCodeOf(error), logger, { cause: error });
    }
  }

  /** Stops a process that has started while the others stop. */
  private async stopLate(member: Member, running: RunningProcess): Promise<void> {
    running.health.stop();
    const stopped = this.stopMember(member, running);
    this.lateStops.push(stopped);
    // It has logged why.
    await stopped.catch(() => undefined);
  }
}

function configureIn(scope: Scope, process: PlacedProcess): ConfiguredProcess {
  try {
    return runInScope(scope, () => process.configure(scope.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${scope.name}: ${error.message}`, { cause: error });
  }
}
