import type { LocalConfig } from './config.js';
import type { PlatformProcess, PortPurpose, ProcessContext } from './processes.js';
import { type Backend, Balancer } from './supervisor/balancer.js';
import { freePort } from './supervisor/ports.js';

/** Ports that others connect to; probes go to each replica by itself. */
const SHARED: readonly PortPurpose[] = ['http', 'bytes'];
const LOOPBACK = '127.0.0.1';

/** One of the processes that run the same entry of the table. */
export interface Replica {
  /** The process' own name, or with several replicas `leads-1`, `leads-2` ... */
  name: string;
  process: PlatformProcess;
  /** The context with this replica's own ports. */
  context: ProcessContext;
}

/** Names of the replicas of a process. */
export const replicaNames = (name: string, count: number): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

/**
 * The replicas of a process. One alone listens on the ports that the others know; several have ports of their own on
 * loopback, behind balancers on those.
 */
export async function replicasOf(process: PlatformProcess, context: ProcessContext): Promise<Replica[]> {
  const { config } = context;
  const names = replicaNames(process.name, config.replicas);
  if (names.length === 1) return [{ name: process.name, process, context }];
  return Promise.all(names.map(async (name) => ({ name, process, context: await replicaContext(process, context) })));
}

async function replicaContext(process: PlatformProcess, context: ProcessContext): Promise<ProcessContext> {
  const own = new Map<PortPurpose, number>();
  for (const purpose of process.ports) own.set(purpose, await freePort());
  return {
    ...context,
    config: { ...context.config, host: LOOPBACK },
    portOf: (name, purpose) => (name === process.name ? own.get(purpose) : undefined) ?? context.portOf(name, purpose),
  };
}

/** The balancers of a platform with several replicas; none where there is one of each. */
export class Balancers {
  private readonly open: { name: string; balancer: Balancer }[] = [];

  /** An interrupted start may still get as far as its balancers after it was stopped. */
  private closed = false;

  constructor(private readonly config: LocalConfig) {}

  /**
   * Serves the shared ports of a process.
   * @param isReady whether the replica of that name is
   */
  async serve(replicas: Replica[], shared: ProcessContext, isReady: (name: string) => boolean): Promise<void> {
    const [first] = replicas;
    if (!first || replicas.length === 1 || this.closed) return;
    const { name, ports } = first.process;
    for (const purpose of ports.filter((each) => SHARED.includes(each))) {
      const backends: Backend[] = replicas.map((replica) => ({
        port: replica.context.portOf(name, purpose),
        isReady: () => isReady(replica.name),
      }));
      const balancer = new Balancer(backends);
      this.open.push({ name, balancer });
      await balancer.listen(shared.portOf(name, purpose), name === 'web' ? this.config.host : LOOPBACK);
    }
  }

  /** Before the web processes stop: no new visitors. Processes that stop later still need the ports of the others. */
  stopPublic(): void {
    for (const { name, balancer } of this.open) if (name === 'web') balancer.stopListening();
  }

  close(): void {
    this.closed = true;
    for (const { balancer } of this.open.splice(0)) balancer.close();
  }
}
