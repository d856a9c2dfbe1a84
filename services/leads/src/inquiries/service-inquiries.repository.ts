import {
  type ServiceInquiry,
  type ServiceInquiryListQuery,
  serviceInquirySorts,
} from '@docfolio/contracts/service-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import { InquiriesRepository } from './inquiries.repository.js';
import { type InquiryBase, inquiryBase, inquiryIndexes } from './inquiry-base.js';

export type ServiceInquiryFields = Omit<ServiceInquiry, 'id' | 'created_at'> & InquiryBase;

export const serviceInquirySchema = recordSchema<ServiceInquiryFields>(
  {
    ...inquiryBase,
    service_name: { type: String, required: true },
    specific_requirements: { type: String, default: null },
    budget_range: { type: String, default: null },
    timeline: { type: String, default: null },
  },
  {
    search: ['service_name', 'specific_requirements', 'sender'],
    sort: ['service_name'],
    indexes: inquiryIndexes('service_name'),
  },
);

@Injectable()
export class ServiceInquiriesRepository extends InquiriesRepository<ServiceInquiryFields> {
  constructor(
    @InjectRecordModel('service_inquiries') model: Model<Stored<ServiceInquiryFields>>,
    outbox: OutboxPublisher,
  ) {
    super(model, outbox);
  }

  /** One screenful; those of flagged leads are hidden. */
  listSent(query: ServiceInquiryListQuery) {
    return this.listInquiries(query, serviceInquirySorts);
  }
}
