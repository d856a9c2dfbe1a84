import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type SentServiceInquiry, serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';

export const serviceInquiryKind: RecordKind<SentServiceInquiry, 'service_inquiries'> = recordKind({
  ...serviceInquiries,
  topic: 'service_inquiries',
  nameOf: ({ service_name }) => service_name,
  subjectOf: ({ service_name, person }) => `${service_name} of ${person?.name ?? 'a deleted lead'}`,
});
