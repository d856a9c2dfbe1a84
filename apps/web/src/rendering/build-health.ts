/** ms for which failures count, and for which a broken build is not used. */
const period = 60_000;
/** Failures within the period after which a build counts as broken. */
const limit = 3;
const maxBuilds = 100;

/** Thrown when a deployed build fails on the server by itself, not because data is missing. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
  constructor(cause: unknown) {
    super('a remote’s server build failed', { cause });
  }
}

/** Counts failures of deployed builds on the server, so that a build that keeps failing is not tried for each page. */
export class BuildHealth {
  /** Times (ms) of the last failures by remote and build. */
  private readonly failures = new Map<string, number[]>();

  recordFailure(name: string, build: string): void {
    const key = `${name} ${build}`;
    if (!this.failures.has(key) && this.failures.size >= maxBuilds) this.failures.clear();
    this.failures.set(key, [...(this.failures.get(key) ?? []), Date.now()].slice(-limit));
  }

  /** Returns whether a build failed three times within a minute of now. */
  isBroken(name: string, build: string): boolean {
    const recent = this.failures.get(`${name} ${build}`)?.filter((at) => Date.now() - at < period) ?? [];
    return recent.length >= limit;
  }
}
