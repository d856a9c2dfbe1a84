import {
  type SystemBackups,
  type SystemProcess,
  type SystemStorage,
  type SystemTrouble,
  troubleCodes,
} from '@docfolio/contracts/system';
import { longWait, type QueueFacts } from './queue-reader.js';

/** Share of what a store may use from which it counts as full. */
const fullFrom = 0.9;
/** ms after which a daily backup is missing. */
const backupAge = 26 * 60 * 60_000;
/** ms that a process may take to become ready. */
const startTime = 2 * 60_000;

export interface Facts {
  now: number;
  processes: readonly SystemProcess[];
  /** Last reports of processes that do not run. */
  lastSeen: ReadonlyMap<string, string>;
  queues: readonly QueueFacts[];
  backups: SystemBackups;
  storage: readonly SystemStorage[];
  /** Stores that could not be read. */
  unreachable: readonly string[];
}

type Code = SystemTrouble['code'];

/** Returns what is wrong, worst first. */
export function troublesOf(facts: Facts): SystemTrouble[] {
  const found = [
    ...facts.unreachable.map((subject) => trouble('process_down', subject)),
    ...facts.processes.flatMap((process) => troublesOfProcess(process, facts)),
    ...facts.queues.flatMap((queue) => troublesOfQueue(queue, facts.now)),
    ...facts.storage.flatMap(({ name, used, limit }) =>
      limit !== null && used > limit * fullFrom ? [trouble('storage_full', name)] : [],
    ),
    ...troublesOfBackups(facts.backups, facts.now),
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

function troublesOfBackups({ last, failure, next_at }: SystemBackups, now: number): SystemTrouble[] {
  const found: SystemTrouble[] = [];
  if (failure) found.push(trouble('backup_failed', '', { detail: failure.message, since: failure.at, next_at }));
  if (last && next_at !== null && now - Date.parse(last.at) > backupAge)
    found.push(trouble('backup_old', '', { since: last.at, next_at }));
  return found;
}
