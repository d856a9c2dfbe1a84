import {
  type ChildEvent,
  type ChildSpec,
  defaultTiming,
  SupervisedProcess,
  type Timing,
} from './supervised-process.js';
import { Warden } from './warden.js';

const rotationMs = 10_000;

export class Supervisor {
  private readonly children = new Map<string, SupervisedProcess>();
  private readonly warden = new Warden();
  private readonly rotation: NodeJS.Timeout;
  private hurried = false;

  constructor(
    private readonly emit: (event: ChildEvent) => void,
    private readonly timing: Timing = defaultTiming,
  ) {
    this.warden.start();
    this.rotation = setInterval(() => this.rotateLogs(), rotationMs);
    this.rotation.unref();
  }

  /** Starts a child and restarts it until `stop`, or until it fails permanently before it was ever ready. */
  start(spec: ChildSpec): SupervisedProcess {
    const child = new SupervisedProcess(spec, this.warden, this.emit, this.timing);
    this.children.set(spec.name, child);
    child.start();
    return child;
  }

  /** Stops a child and starts another in its place, under its name. */
  async replace(spec: ChildSpec): Promise<SupervisedProcess> {
    await this.child(spec.name).stop();
    return this.start(spec);
  }

  child(name: string): SupervisedProcess {
    const child = this.children.get(name);
    if (!child) throw new Error(`No process is called ${name}: ${[...this.children.keys()].join(', ')}.`);
    return child;
  }

  names(): string[] {
    return [...this.children.keys()];
  }

  pids(): Record<string, number> {
    const running = [...this.children].flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid] as const]));
    return Object.fromEntries(running);
  }

  /** Returns running children, and the warden's shell last, with their stop stages. */
  roster(): { name: string; pid: number; stage: number }[] {
    const children = [...this.children].map(([name, child]) => ({ name, pid: child.pid, stage: child.spec.stage }));
    return [...children, { name: 'warden', pid: this.warden.pid, stage: Number.MAX_SAFE_INTEGER }].flatMap((entry) =>
      entry.pid === undefined ? [] : [{ ...entry, pid: entry.pid }],
    );
  }

  /** Stops all children for good: stage after stage, those of one stage concurrently. */
  async stop(): Promise<void> {
    clearInterval(this.rotation);
    for (const child of this.children.values()) child.retire();
    const stages = [...new Set([...this.children.values()].map((child) => child.spec.stage))].sort((a, b) => a - b);
    for (const stage of stages) {
      const together = [...this.children.values()].filter((child) => child.spec.stage === stage);
      const stopping = together.map((child) => child.stop());
      if (this.hurried) for (const child of together) child.killNow();
      await Promise.all(stopping);
    }
    await this.warden.leave();
  }

  /** Kills all children; a running `stop` goes on without grace periods. */
  hurry(): void {
    this.hurried = true;
    for (const child of this.children.values()) {
      // Marked as stopped first; otherwise its end would count as a crash and cause a restart.
      void child.stop();
      child.killNow();
    }
  }

  private rotateLogs(): void {
    for (const child of this.children.values()) child.log.rotate();
  }
}
