import type { ServiceName } from './operation.js';
import type { RecordPage } from './record-page.js';

export interface Entity {
  /** Name of the MongoDB collection. It is also the topic of its live updates. */
  readonly collection: string;
  readonly service?: ServiceName;
  /** Whether deleted records appear in the trash. */
  readonly trash?: boolean;
  /** Whether the CRM can export the collection's list as CSV. */
  readonly exported?: boolean;
  /** The CRM's list of an entity with a trash. Default: see `recordPageOf`. */
  readonly page?: Partial<RecordPage>;
  /** Tag of the cached public responses that show its records. */
  readonly cacheTag?: string;
  /** Dashboard figures: name to the field values of the records to count. `{}` counts all but deleted records. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, CountedValue>>>>;
}

/** The value of a field, one of several, or `{ dated: true }` for any date. */
export type CountedValue = string | boolean | null | readonly string[] | { readonly dated: true };

/** Declares a collection, for generate.mjs in the form `export const <name> = entity({ <plain literals> });`. */
export function entity<const E extends Entity>(declaration: E): E {
  return declaration;
}
