import type { ChildSpec } from '../supervisor/supervised-process.js';

export interface BackingServer {
  /** Name in the launcher's output, such as `Redis 7.0.15`. */
  label: string;
  /** Connection URL with the credentials of gateway and services. */
  url: string;
  /** Redis URL with the credentials of the web process; undefined if it has none of its own. */
  webUrl?: string;
  child?: ChildSpec;
  /** What keeps the server from responding soon after its start, and for how many ms at most. */
  firstWork?: { doing: string; limitMs: number };
  prepare?: () => Promise<void>;
}

/** A server can neither be found nor started. The message says what to do. */
export class MissingServerError extends Error {
  override name = 'MissingServerError';
}

/** Stop stages: lower numbers stop first, so that a process stops before the processes that it needs. */
export const stages = { web: 1, gateway: 2, services: 3, backing: 4 } as const;

/** Longest delay before a database server is restarted, in ms: all processes wait for it. */
export const backingMaxBackoffMs = 5_000;
