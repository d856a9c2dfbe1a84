import { withTimeout } from './with-timeout.js';

const checkTimeout = 2_000;

export interface Readiness {
  ready: boolean;
  /** Names of the unavailable dependencies, and `stopping` during shutdown. Empty if ready. */
  missing: string[];
}

/** Checks the dependencies of a process for its readiness probe. A check that takes longer than 2 s fails. */
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<void>>();
  private stopping = false;

  add(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  /** Makes the process permanently not ready, so that load balancers stop sending requests while it shuts down. */
  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Checks all dependencies. @returns whether each is available, by name */
  async states(): Promise<[name: string, available: boolean][]> {
    return Promise.all([...this.checks].map(async ([name, check]) => [name, await passes(check)] as [string, boolean]));
  }

  async readiness(exclude: readonly string[] = []): Promise<Readiness> {
    const checks = [...this.checks].filter(([name]) => !exclude.includes(name));
    const results = await Promise.all(checks.map(async ([name, check]) => ((await passes(check)) ? undefined : name)));
    const missing = results.filter((name) => name !== undefined);
    if (this.stopping) missing.push('stopping');
    return { ready: missing.length === 0, missing };
  }
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  return withTimeout(check(), checkTimeout).then(
    () => true,
    () => false,
  );
}
