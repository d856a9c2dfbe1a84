import type { RecordIndex } from '@docfolio/service-kit/mongo/record.schema';

/** What both kinds of inquiry have beside their own words. */
export interface InquiryBase {
  /** The lead that was written with it. */
  lead_id: string;
  /** As its lead: flagged ones are hidden. */
  is_spam: boolean;
  /** Name, e-mail address and company of its lead, a line each: what a search finds it by, and nobody is shown. */
  sender: string;
}

export const inquiryBase = {
  lead_id: { type: String, required: true },
  is_spam: { type: Boolean, default: false },
  sender: { type: String, default: '' },
} as const;

/** @param named the field that says what it is about */
export const inquiryIndexes = (named: string): readonly RecordIndex[] => [
  { serves: 'inquiries by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
  { serves: `inquiries by ${named}`, fields: { is_spam: 1, [`sort_keys.${named}`]: 1, _id: 1 } },
  { serves: 'inquiries of a lead', fields: { lead_id: 1, created_at: -1 } },
];

/** The `sender` of a lead's inquiries. */
export function senderOf({ name, email, company }: { name: string; email: string; company: string | null }): string {
  return [name, email, ...(company ? [company] : [])].join('\n');
}
