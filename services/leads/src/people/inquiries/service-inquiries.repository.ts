import { type ServiceInquiry, serviceInquiry } from '@docfolio/contracts/entities/service-inquiry';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
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

@RepositoryOf('service_inquiries')
export class ServiceInquiriesRepository extends InquiriesRepository<ServiceInquiryFields> {}
