import { z } from 'zod';
import { recordId } from './text.js';

/** A lead in another record's row: what the CRM needs to show and link the person. */
export const personLink = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
});
export type PersonLink = z.output<typeof personLink>;

/** A reference to another record, with the label (name or title) that the CRM shows for it. */
export const recordLink = z.object({ id: recordId, label: z.string() });
export type RecordLink = z.output<typeof recordLink>;

export const byId = z.strictObject({ id: recordId });
