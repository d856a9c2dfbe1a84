import type * as contract from '@docfolio/contracts/lead';
import type { z } from 'zod';

/** What stands in the form's fields: the contract's lead before it is checked. */
export type LeadFormValues = z.input<typeof contract.newLead>;
