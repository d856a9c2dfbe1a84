import { z } from 'zod';
import { recordId } from './text.js';

/** A person as another record shows and links them. */
export const personLink = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
});
export type PersonLink = z.output<typeof personLink>;

/** A record as another one shows and links it. */
export const recordLink = z.object({ id: recordId, label: z.string() });
export type RecordLink = z.output<typeof recordLink>;

/** The input of an operation on one record. */
export const byId = z.strictObject({ id: recordId });
