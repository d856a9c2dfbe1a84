import {
  type SystemBackups,
  type SystemProcess,
  type SystemStorage,
  type SystemTrouble,
  troubleCodes,
} from '@docfolio/contracts/entities/system';
import type { UnservedBuild } from '@docfolio/process/system/process-report';
import type { FoundFlaw } from '@docfolio/service-kit/redis-requirements';
import { longWait, type QueueFacts } from './queue-reader.js';

/** Share of what a store may use from which it counts as full. */
const fullFrom = 0.9;
/** ms after which a daily backup is missing. */
const backupAge = 26 * 60 * 60_000;
/** ms for which data may be without a backup. */
const unsavedTime = 24 * 60 * 60_000;
/** ms that a process may take to become ready. */
const startTime = 2 * 60_000;

export interface Facts {
  now: number;
  processes: readonly SystemProcess[];
  /** Last reports of processes that do not run. */
  lastSeen: ReadonlyMap<string, string>;
  queues: readonly QueueFacts[];
  backups: SystemBackups;
  /** Since when there is data that should be in a backup. Null: unknown, or backups are not ours to watch. */
  dataSince: string | null;
  storage: readonly SystemStorage[];
  redisFlaws: readonly FoundFlaw[];
  /** Stores that could not be read. */
  unreachable: readonly string[];
  /** Builds of remotes that visitors should get, but do not. */
  unserved: readonly UnservedBuild[];
}

type Code = SystemTrouble['code'];

/** Returns what is wrong, worst first. */
export function troublesOf(facts: Facts): SystemTrouble[] {
  const found = [
    ...facts.unreachable.map((subject) => trouble('process_down', subject)),
    ...facts.redisFlaws.map(({ flaw, value }) => trouble('redis_unsafe', flaw, { detail: value })),
    ...facts.processes.flatMap((process) => troublesOfProcess(process, facts)),
    ...troublesOfBuilds(facts.unserved),
    ...facts.queues.flatMap((queue) => troublesOfQueue(queue, facts.now)),
    ...facts.storage.flatMap(({ name, used, limit }) =>
      limit !== null && used > limit * fullFrom ? [trouble('storage_full', name)] : [],
    ),
    ...troublesOfBackups(facts),
  ];
  const rank = ({ code }: SystemTrouble) => troubleCodes.indexOf(code);
  return found.sort((a, b) => rank(a) - rank(b));
}

function trouble(code: Code, subject: string, more: Partial<SystemTrouble> = {}): SystemTrouble {
  return { code, subject, detail: '', since: null, waiting: 0, next_at: null, ...more };
}

function troublesOfProcess(process: SystemProcess, { now, lastSeen }: Facts): SystemTrouble[] {
  const { name, health, missing, outbox, started_at } = process;
  const detail = missing.join(', ');
  const isSlow = health === 'starting' && started_at !== null && now - Date.parse(started_at) > startTime;
  const found: SystemTrouble[] = [];
  if (health === 'down') found.push(trouble('process_down', name, { since: lastSeen.get(name) ?? null }));
  if (health === 'degraded' || isSlow) found.push(trouble('process_degraded', name, { detail }));
  if (outbox?.oldest_at && now - Date.parse(outbox.oldest_at) > longWait)
    found.push(trouble('outbox_waiting', name, { since: outbox.oldest_at, waiting: outbox.waiting }));
  return found;
}

/** One for each remote: the current build and a canary may both fail. */
function troublesOfBuilds(unserved: readonly UnservedBuild[]): SystemTrouble[] {
  const remotes = [...new Set(unserved.map(({ remote }) => remote))];
  return remotes.map((remote) => {
    const reasons = unserved
      .filter((build) => build.remote === remote)
      .map(({ build, reason }) => `${build}: ${reason}`);
    return trouble('build_unserved', remote, { detail: reasons.join('. ') });
  });
}

function troublesOfQueue(facts: QueueFacts, now: number): SystemTrouble[] {
  const { queue, sendsMail, retrying, retryingSince, lastError, nextAt } = facts;
  const waiting = queue.waiting + retrying;
  if (sendsMail && retrying > 0)
    return [trouble('mail_waiting', queue.name, { detail: lastError, since: retryingSince, waiting, next_at: nextAt })];
  const times = [queue.oldest_at, retryingSince].filter((time) => time !== null).sort();
  const [since] = times;
  if (since === undefined || now - Date.parse(since) <= longWait) return [];
  return [trouble('queue_waiting', queue.name, { detail: lastError, since, waiting, next_at: nextAt })];
}

function troublesOfBackups({ backups, dataSince, now }: Facts): SystemTrouble[] {
  const { last, failure, next_at, has_elsewhere } = backups;
  const found: SystemTrouble[] = [];
  if (failure) found.push(trouble('backup_failed', '', { detail: failure.message, since: failure.at, next_at }));
  if (dataSince !== null && now - Date.parse(dataSince) > unsavedTime && !has_elsewhere)
    found.push(trouble('backup_missing', '', { since: dataSince, next_at }));
  if (last && next_at !== null && now - Date.parse(last.at) > backupAge)
    found.push(trouble('backup_old', '', { since: last.at, next_at }));
  return found;
}
