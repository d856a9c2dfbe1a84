import type { ServiceInquiry } from '@docfolio/contracts/service-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
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
  { search: ['service_name', 'specific_requirements'], indexes: inquiryIndexes },
);

@Injectable()
export class ServiceInquiriesRepository extends RecordRepository<ServiceInquiryFields> {
  constructor(
    @InjectRecordModel('service_inquiries') model: Model<Stored<ServiceInquiryFields>>,
    outbox: OutboxPublisher,
  ) {
    super(model, outbox);
  }
}
