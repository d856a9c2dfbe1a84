import type { ChildSpec } from '../supervisor/supervised-process.js';

/** A database server that services use: one given by the environment, or a child of ours. */
export interface BackingServer {
  /** For the person who starts it, as `Redis 7.0.15`. */
  label: string;
  /** With the credentials of gateway and services. */
  url: string;
  /** Redis with the credentials of the web process, where it has its own. */
  webUrl?: string;
  child?: ChildSpec;
  /** Runs once when the child is ready. */
  prepare?: () => Promise<void>;
}

/** A server that can be neither found nor started; the message says what to do. */
export class MissingServerError extends Error {
  override name = 'MissingServerError';
}

/** Stop order: nobody is asked to work for a process that has lost what it needs. */
export const STAGES = { web: 1, gateway: 2, services: 3, backing: 4 } as const;

/** Longest delay before a database server is restarted, in ms: all processes wait for it. */
export const BACKING_MAX_BACKOFF_MS = 5_000;
