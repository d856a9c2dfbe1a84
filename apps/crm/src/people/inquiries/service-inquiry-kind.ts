import { type SentServiceInquiry, serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { peopleTrash } from '@docfolio/contracts/trash';
import { MessageSquareText } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';

export const serviceInquiryKind: RecordKind<SentServiceInquiry, 'service_inquiries'> = {
  topic: 'service_inquiries',
  path: '/admin/service-inquiries',
  drawer: true,
  icon: MessageSquareText,
  sidebar: { group: 'people' },
  count: 'service_inquiries',
  one: 'service inquiry',
  many: 'service inquiries',
  title: 'Service Inquiries',
  nameOf: ({ service_name }) => service_name,
  list: serviceInquiries.list,
  get: serviceInquiries.get,
  remove: serviceInquiries.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch service inquiries',
    toastsFetch: true,
    deleted: 'Service inquiry deleted successfully',
    deleteFailed: 'Failed to delete service inquiry',
  },
};
