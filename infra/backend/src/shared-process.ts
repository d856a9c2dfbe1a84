import { ConfigError } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { runInScope, type Scope } from '@docfolio/process/scope';
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

/** Several processes of the platform in this Node process, each in a scope of its own. */
export class SharedProcess {
  private readonly running = new Map<Member, RunningProcess>();

  private constructor(private readonly members: readonly Member[]) {}

  /**
   * Reads the settings of all processes before any is started.
   * @param environments environment variables by the name of the process
   * @throws ConfigError that names the process whose settings are invalid
   */
  static configure(
    processes: readonly PlacedProcess[],
    environments: Record<string, NodeJS.ProcessEnv>,
  ): SharedProcess {
    const together = processes.map(({ name }) => name);
    const members = processes.map((process): Member => {
      const scope = { name: process.name, together, env: environments[process.name] ?? {} };
      return { tier: process.tier, scope, configured: configureIn(scope, process) };
    });
    return new SharedProcess(members);
  }

  /** Seconds for which the processes still serve after SIGTERM: the most that one of them needs. */
  get drainSeconds(): number {
    return Math.max(0, ...this.members.map(({ configured }) => configured.drainSeconds));
  }

  /** Starts all processes concurrently. @throws MemberStartError of the first that cannot start */
  async start(): Promise<void> {
    await Promise.all(this.members.map((member) => runInScope(member.scope, () => this.startMember(member))));
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

  /** Makes all processes not ready. */
  stopBeingReady(): void {
    for (const { health } of this.running.values()) health.stop();
  }

  /** Stops the processes in the order of their tiers, those of a tier concurrently. */
  async stop(): Promise<void> {
    for (const tier of stopOrder) {
      const stopping = [...this.running].filter(([member]) => member.tier === tier);
      await Promise.all(stopping.map(([{ scope }, running]) => runInScope(scope, () => running.stop())));
    }
    for (const { configured } of this.members) configured.logger.info({}, 'stopped');
  }

  private async startMember(member: Member): Promise<void> {
    const { scope, configured } = member;
    const { logger } = configured;
    try {
      const running = await configured.start();
      this.running.set(member, running);
      logger.info(running.ready, 'ready');
    } catch (error) {
      logger.fatal({ err: error }, 'the service cannot start');
      throw new MemberStartError(scope.name, exitCodeOf(error), logger, { cause: error });
    }
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
