import type { RecordIndex } from '@docfolio/service-kit/mongo/record.schema';

/** What both kinds of inquiry have beside their own words. */
export interface InquiryBase {
  /** The lead that was written with it. */
  lead_id: string;
  is_spam: boolean;
}

export const inquiryBase = {
  lead_id: { type: String, required: true },
  is_spam: { type: Boolean, default: false },
} as const;

export const inquiryIndexes: readonly RecordIndex[] = [
  { serves: 'inquiries by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
  { serves: 'inquiries of a lead', fields: { lead_id: 1, created_at: -1 } },
];
