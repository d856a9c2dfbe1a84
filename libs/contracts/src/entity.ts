import type { ServiceName } from './operation.js';

/** A collection of records as the rest of the platform sees it. */
export interface Entity {
  /** Name of the MongoDB collection. It is also the topic of its live updates. */
  readonly collection: string;
  /** The service that stores it. */
  readonly service?: ServiceName;
  /** Whether deleted records appear in the trash. */
  readonly trash?: boolean;
  /** Whether its list can be exported as CSV. */
  readonly exported?: boolean;
  /** The tag of cached public responses that show its records. */
  readonly cacheTag?: string;
  /** Figures of the dashboard by name, each with the fields that a counted record has. Every record for `{}`. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
}

/**
 * Declares a collection. The generator reads the declaration as text: write a plain literal, and export it as
 * `export const <name> = entity({...});`.
 */
export function entity<const E extends Entity>(declaration: E): E {
  return declaration;
}
