import type { LeadSource } from '@docfolio/contracts/lead';
import { choiceFields } from '../contact-form/choice-fields.js';
import { senderFields } from '../contact-form/sender-fields.js';

/** What a person fills in, in its order. */
export const leadFields = [...senderFields, ...choiceFields, 'message'] as const;

/** Names the form of a source: its draft, its open attempt, and its outcome when it was posted. */
export const leadFormName = (source: LeadSource) => `lead.${source}`;
