import type { LeadSource } from '@docfolio/contracts/entities/lead';
import { choiceFields } from '../contact-form/choice-fields.js';
import { senderFields } from '../contact-form/sender-fields.js';

export const leadFields = [...senderFields, ...choiceFields, 'message'] as const;

/** Returns the form's name, under which its draft, Idempotency-Key and outcome are stored. */
export const leadFormName = (source: LeadSource) => `lead.${source}`;
