import type { ChildSpec } from '../supervisor/supervised-process.js';

export interface BackingServer {
  /** Shown at the start, such as `Redis 7.0.15`. */
  label: string;
  /** With the credentials of gateway and services. */
  url: string;
  /** Redis with the web process's own credentials, if it has any. */
  webUrl?: string;
  child?: ChildSpec;
  prepare?: () => Promise<void>;
}

/** A server can be neither found nor started. The message says what to do. */
export class MissingServerError extends Error {
  override name = 'MissingServerError';
}

/** Stop order: a process stops before the processes that it needs. */
export const STAGES = { web: 1, gateway: 2, services: 3, backing: 4 } as const;

/** Longest delay before a database server is restarted, in ms: all processes wait for it. */
export const BACKING_MAX_BACKOFF_MS = 5_000;
