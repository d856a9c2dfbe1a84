import { type ServiceInquiry, serviceInquiry } from '@docfolio/contracts/service-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import { InquiriesRepository } from './inquiries.repository.js';
import { type InquiryBase, inquiryBase, inquiryIndexes } from './inquiry-base.js';

export type ServiceInquiryFields = Omit<ServiceInquiry, 'id' | 'created_at'> & InquiryBase;

export const serviceInquirySchema = recordSchema<ServiceInquiryFields>(
  storedFields<ServiceInquiryFields>(serviceInquiry, inquiryBase),
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
}
