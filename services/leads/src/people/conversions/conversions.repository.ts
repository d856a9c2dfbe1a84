import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

/** A requested conversion of a lead. Its `op_hash` distinguishes a repeat from another request with the same key. */
export interface ConversionFields {
  lead_id: string;
}

export const conversionSchema = recordSchema<ConversionFields>({ lead_id: { type: String, required: true } });

@Injectable()
export class ConversionsRepository extends RecordRepository<ConversionFields> {
  constructor(@InjectRecordModel('conversions') model: Model<Stored<ConversionFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }
}
