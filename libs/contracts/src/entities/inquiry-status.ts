import { z } from 'zod';
import { recordId } from '../core/text.js';

/** An inquiry is `unanswered` while the lead that it created is new. A deleted lead waits for no answer. */
export const inquiryStatuses = ['unanswered', 'answered'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Filters of the lists of inquiries. */
export const inquiryFilters = {
  lead_id: recordId.optional(),
  status: z.enum(inquiryStatuses, 'Unknown status').optional(),
};
