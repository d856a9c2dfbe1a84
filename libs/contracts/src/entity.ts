import type { ServiceName } from './operation.js';
import type { RecordPage } from './record-page.js';

/** Describes a collection of records: which service stores it, and which features (trash, export, ...) it has. */
export interface Entity {
  /** Name of the MongoDB collection. It is also the topic of its live updates. */
  readonly collection: string;
  /** The service that stores it. */
  readonly service?: ServiceName;
  /** Whether deleted records appear in the trash. */
  readonly trash?: boolean;
  /** Whether the CRM can export the collection's list as CSV. */
  readonly exported?: boolean;
  /**
   * The CRM's list of an entity with a trash: path, title, and whether a record opens in a drawer, at `<path>/<id>`.
   * Default: `/admin/<collection>` with hyphens, titled as the collection, with a drawer.
   */
  readonly page?: Partial<RecordPage>;
  /** The tag of cached public responses that show its records. */
  readonly cacheTag?: string;
  /** Dashboard figures: name to the field values of the records to count. `{}` counts all but deleted records. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
}

/**
 * Declares a collection. The generator reads the declaration as text: write a plain literal, and export it as
 * `export const <name> = entity({...});`.
 */
export function entity<const E extends Entity>(declaration: E): E {
  return declaration;
}
