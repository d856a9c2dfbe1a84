import { type SentServiceInquiry, serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { MessageSquareText } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';

export const serviceInquiryKind: RecordKind<SentServiceInquiry, 'service_inquiries'> = recordKind({
  ...serviceInquiries,
  topic: 'service_inquiries',
  icon: MessageSquareText,
  sidebar: { group: 'people' },
  count: 'service_inquiries',
  one: 'service inquiry',
  many: 'service inquiries',
  nameOf: ({ service_name }) => service_name,
  subjectOf: ({ service_name, person }) => `${service_name} of ${person?.name ?? 'a deleted lead'}`,
});
