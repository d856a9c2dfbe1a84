import { type SystemProcess, systemProcess } from '@docfolio/contracts/entities/system';
import { type ProcessReport, processReport, reportLifetime, reportsKey } from '@docfolio/process/system/process-report';
import type { Redis } from 'ioredis';
import { readStored } from './stored-json.js';

export const processNames = systemProcess.shape.name.options;
export type ProcessName = (typeof processNames)[number];

/** ms after its last report until that of a replica that ended without removing it is removed. */
const forgetAfter = 5 * 60_000;

/** The reports of the replicas that run, and when a process that does not run reported last. */
export interface Reports {
  running: ReadonlyMap<ProcessName, readonly ProcessReport[]>;
  lastSeen: ReadonlyMap<ProcessName, string>;
}

/** Reads the reports of all processes. Removes those of replicas that are gone. @throws Error if Redis is unavailable */
export async function readReports(redis: Redis, now: number): Promise<Reports> {
  const running = new Map<ProcessName, ProcessReport[]>();
  const lastSeen = new Map<ProcessName, string>();
  const stored = await Promise.all(processNames.map((name) => redis.hgetall(reportsKey(name))));
  for (const [index, name] of processNames.entries()) {
    const replicas: ProcessReport[] = [];
    for (const [replica, value] of Object.entries(stored[index]!)) {
      const report = readStored(processReport, value);
      const age = report ? now - Date.parse(report.at) : Number.POSITIVE_INFINITY;
      if (report && age <= reportLifetime) replicas.push(report);
      else if (age > forgetAfter) await redis.hdel(reportsKey(name), replica);
      if (report && report.at > (lastSeen.get(name) ?? '')) lastSeen.set(name, report.at);
    }
    running.set(name, replicas);
  }
  return { running, lastSeen };
}

/** Returns each process with its replicas combined. */
export function processesOf({ running }: Reports): SystemProcess[] {
  return processNames.map((name) => processOf(name, running.get(name) ?? []));
}

function processOf(name: ProcessName, replicas: readonly ProcessReport[]): SystemProcess {
  const byMemory = [...replicas].sort((a, b) => b.memory.used - a.memory.used);
  const outboxes = replicas.flatMap(({ figures }) => figures.outbox ?? []);
  return {
    name,
    versions: [...new Set(replicas.map(({ version }) => version))].sort(),
    replicas: replicas.length,
    started_at: replicas.map(({ started_at }) => started_at).sort()[0] ?? null,
    memory: byMemory[0]?.memory ?? null,
    health: healthOf(replicas),
    missing: [...new Set(replicas.flatMap(({ missing }) => missing))].sort(),
    // All replicas read the same database.
    outbox: outboxes.sort((a, b) => b.waiting - a.waiting)[0] ?? null,
  };
}

function healthOf(replicas: readonly ProcessReport[]): SystemProcess['health'] {
  if (replicas.length === 0) return 'down';
  const unready = replicas.filter(({ missing }) => missing.length > 0);
  if (unready.some(({ was_ready }) => was_ready)) return 'degraded';
  return unready.length > 0 ? 'starting' : 'healthy';
}
