import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';

/** A requested conversion of a lead. Its `op_hash` distinguishes a repeat from another request with the same key. */
export interface ConversionFields {
  lead_id: string;
}

export const conversionSchema = recordSchema<ConversionFields>({ lead_id: { type: String, required: true } });

@RepositoryOf('conversions')
export class ConversionsRepository extends RecordRepository<ConversionFields> {
  /** The lead, client and project are recorded instead. */
  protected override get auditedFields(): readonly string[] {
    return [];
  }
}
