import type { LocalConfig } from './config.js';
import { type PlatformProcess, type PortPurpose, type ProcessContext, withMembers } from './processes.js';
import { type Backend, Balancer } from './supervisor/balancer.js';
import { freePort } from './supervisor/ports.js';

/** Purposes of ports that the replicas of a process share behind a balancer. Probes go to each replica directly. */
const sharedPurposes: readonly PortPurpose[] = ['http', 'bytes'];
const loopback = '127.0.0.1';

export interface Replica {
  name: string;
  process: PlatformProcess;
  context: ProcessContext;
}

export const replicaNames = (name: string, count: number): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

/** Returns the replicas of a process. A single one listens on the shared ports; several get ports behind balancers. */
export async function replicasOf(process: PlatformProcess, context: ProcessContext): Promise<Replica[]> {
  const { config } = context;
  const names = replicaNames(process.name, config.replicas);
  if (names.length === 1) return [{ name: process.name, process, context }];
  return Promise.all(names.map(async (name) => ({ name, process, context: await replicaContext(process, context) })));
}

async function replicaContext(process: PlatformProcess, context: ProcessContext): Promise<ProcessContext> {
  const own = new Map<string, number>();
  for (const { name, ports } of withMembers(process))
    for (const purpose of ports) own.set(portKey(name, purpose), await freePort());
  return {
    ...context,
    config: { ...context.config, host: loopback },
    portOf: (name, purpose) => own.get(portKey(name, purpose)) ?? context.portOf(name, purpose),
  };
}

const portKey = (name: string, purpose: PortPurpose) => `${name} ${purpose}`;

/** The balancers of a platform with several replicas. With one replica, its methods do nothing. */
export class Balancers {
  private readonly open: { name: string; balancer: Balancer }[] = [];

  /** Set by `close`, because an interrupted start may still call `serve` after it. */
  private closed = false;

  constructor(private readonly config: LocalConfig) {}

  /** Serves the shared ports of a process. @param isReady returns whether the named replica is ready */
  async serve(replicas: Replica[], shared: ProcessContext, isReady: (name: string) => boolean): Promise<void> {
    const [first] = replicas;
    if (!first || replicas.length === 1 || this.closed) return;
    for (const { name, ports } of withMembers(first.process)) {
      for (const purpose of ports.filter((each) => sharedPurposes.includes(each))) {
        const backends: Backend[] = replicas.map((replica) => ({
          port: replica.context.portOf(name, purpose),
          isReady: () => isReady(replica.name),
        }));
        const balancer = new Balancer(backends);
        this.open.push({ name, balancer });
        await balancer.listen(shared.portOf(name, purpose), name === 'web' ? this.config.host : loopback);
      }
    }
  }

  /** Stops accepting connections to the web process. Other balancers stay open for processes that stop later. */
  stopPublic(): void {
    for (const { name, balancer } of this.open) if (name === 'web') balancer.stopListening();
  }

  close(): void {
    this.closed = true;
    for (const { balancer } of this.open.splice(0)) balancer.close();
  }
}
