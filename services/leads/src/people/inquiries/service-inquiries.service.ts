import {
  type NewServiceInquiry,
  type SentServiceInquiry,
  serviceInquiries,
  serviceInquiryChanged,
  serviceInquiryCreated,
  serviceInquirySorts,
} from '@docfolio/contracts/entities/service-inquiry';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { Injectable } from '@nestjs/common';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { LeadsRepository } from '../leads/leads.repository.js';
import type { InquiryQuery } from './inquiries.repository.js';
import { InquiriesService, type InquiryKind, inquiryTrashRow } from './inquiries.service.js';
import { senderColumns } from './inquiry-base.js';
import { ServiceInquiriesRepository, type ServiceInquiryFields } from './service-inquiries.repository.js';

const columns: Column<SentServiceInquiry>[] = [
  ...senderColumns,
  ['Service', ({ service_name }) => service_name],
  ['Requirements', ({ specific_requirements }) => specific_requirements],
  ['Budget', ({ budget_range }) => budget_range],
  ['Timeline', ({ timeline }) => timeline],
  ['Created At', ({ created_at }) => created_at],
];

const kind: InquiryKind<ServiceInquiryFields, NewServiceInquiry> = {
  source: 'services',
  sorts: serviceInquirySorts,
  split: ({ service_name, specific_requirements, budget_range, timeline, ...contact }) => ({
    inquiry: { service_name, specific_requirements, budget_range, timeline },
    lead: { ...contact, budget_range, timeline, message: specific_requirements, service_interest: service_name },
  }),
  created: (inquiry, lead) => occurred(serviceInquiryCreated, { inquiry, lead }),
  changed: serviceInquiryChanged,
};

@Injectable()
export class ServiceInquiriesService extends InquiriesService<ServiceInquiryFields, NewServiceInquiry> {
  constructor(inquiries: ServiceInquiriesRepository, leads: LeadsRepository) {
    super(kind, inquiries, leads);
  }

  @ExportedList('service_inquiries', serviceInquiries.list, columns)
  override list(query: InquiryQuery) {
    return super.list(query);
  }

  @FromTrash<ServiceInquiryFields>('service_inquiries', inquiryTrashRow('service_name'))
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }
}
