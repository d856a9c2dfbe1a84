import type { RecordIndex } from '@docfolio/service-kit/mongo/record.schema';
import type { FollowedLead } from '../leads/leads.repository.js';

/** What both kinds of inquiry have beside their own words. */
export interface InquiryBase {
  /** The lead that was written with it. */
  lead_id: string;
  /** As its lead: flagged ones are hidden. */
  is_spam: boolean;
  /** Name, e-mail address and company of its lead, a line each: what a search finds it by, and nobody is shown. */
  sender: string;
  /** Version of the lead that the two above are of: an older one, told late, changes nothing. */
  lead_version: number;
}

/** What an inquiry has of its lead. */
export type OfLead = Pick<InquiryBase, 'is_spam' | 'sender' | 'lead_version'>;

export const inquiryBase = {
  lead_id: { type: String, required: true },
  is_spam: { type: Boolean, default: false },
  sender: { type: String, default: '' },
  lead_version: { type: Number, default: 0 },
} as const;

/** @param named the field that says what it is about */
export const inquiryIndexes = (named: string): readonly RecordIndex[] => [
  { serves: 'inquiries by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
  { serves: `inquiries by ${named}`, fields: { is_spam: 1, [`sort_keys.${named}`]: 1, _id: 1 } },
  { serves: 'inquiries of a lead by time', fields: { lead_id: 1, created_at: -1, _id: -1 } },
];

/** What the inquiries of a lead have of it. */
export function ofLead({ name, email, company, is_spam, version }: FollowedLead): OfLead {
  return { is_spam, sender: [name, email, ...(company ? [company] : [])].join('\n'), lead_version: version };
}
