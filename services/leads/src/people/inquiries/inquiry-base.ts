import type { SentServiceInquiry } from '@docfolio/contracts/entities/service-inquiry';
import type { RecordIndex } from '@docfolio/service-kit/mongo/record.schema';
import type { Column } from '../../records/exported-list.js';
import type { FollowedLead } from '../leads/leads.repository.js';

/** Fields that service and portfolio inquiries share. */
export interface InquiryBase {
  /** Id of the lead that was created with the inquiry. */
  lead_id: string;
  /** Whether the lead is marked as spam, copied from it. Spam is hidden in lists. */
  is_spam: boolean;
  /** Name, email and company of the lead, one per line. Searched, and shown in the trash. */
  sender: string;
  /** Whether the lead is new and not deleted. */
  unanswered: boolean;
  /** Version of the lead from which these fields were copied. Late events of older versions are ignored. */
  lead_version: number;
}

/** Fields that an inquiry copies from its lead. */
export type OfLead = Pick<InquiryBase, 'is_spam' | 'sender' | 'unanswered' | 'lead_version'>;

export const inquiryBase = {
  lead_id: { type: String, required: true },
  is_spam: { type: Boolean, default: false },
  sender: { type: String, default: '' },
  unanswered: { type: Boolean, default: false },
  lead_version: { type: Number, default: 0 },
} as const;

/** Returns the indexes of a kind of inquiry. @param named field that names an inquiry, for sorting */
export const inquiryIndexes = (named: string): readonly RecordIndex[] => [
  { serves: 'inquiries by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
  { serves: `inquiries by ${named}`, fields: { is_spam: 1, [`sort_keys.${named}`]: 1, _id: 1 } },
  {
    serves: 'answered or unanswered inquiries by time',
    fields: { is_spam: 1, unanswered: 1, created_at: -1, _id: -1 },
  },
  { serves: 'inquiries of a lead by time', fields: { lead_id: 1, created_at: -1, _id: -1 } },
];

export function ofLead({ name, email, company, status, is_spam, deleted_at, version }: FollowedLead): OfLead {
  return {
    is_spam,
    sender: [name, email, ...(company ? [company] : [])].join('\n'),
    unanswered: status === 'new' && !deleted_at,
    lead_version: version,
  };
}

export const senderColumns: Column<Pick<SentServiceInquiry, 'person'>>[] = [
  ['Name', ({ person }) => person?.name ?? null],
  ['Email', ({ person }) => person?.email ?? null],
  ['Company', ({ person }) => person?.company ?? null],
];
