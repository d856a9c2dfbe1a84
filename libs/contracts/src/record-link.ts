import { z } from 'zod';
import { recordId } from './text.js';

/** A person as another record names them: enough to show and to link. Null where that record has been deleted. */
export const personLink = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
});
export type PersonLink = z.output<typeof personLink>;

/** Any record as another one names it. */
export const recordLink = z.object({ id: recordId, label: z.string() });
export type RecordLink = z.output<typeof recordLink>;

/** The input of an operation on one record. */
export const byId = z.strictObject({ id: recordId });
