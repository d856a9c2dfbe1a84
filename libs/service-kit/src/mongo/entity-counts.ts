import type { CountedValue } from '@docfolio/contracts/core/entity';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { entitiesOf } from '@docfolio/contracts/entities';
import type { Connection } from 'mongoose';

/** Matches all records. With it a count uses the index `living`; without it the whole collection is read. */
const everyRecord = { created_at: { $gt: new Date(0) } };

/** Counts active records: a number for each name in the `counts` of the service's entities, with the filter there. */
export async function countEntities(connection: Connection, service: ServiceName): Promise<Record<string, number>> {
  const counts = entitiesOf(service).flatMap(({ collection, counts = {} }) =>
    Object.entries(counts).map(async ([name, fields]) => {
      const conditions = Object.entries(fields).map(([field, value]) => [field, conditionOf(value)] as const);
      const filter = conditions.length > 0 ? Object.fromEntries(conditions) : everyRecord;
      return [name, await connection.model(collection).countDocuments({ ...filter, deleted_at: null })] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(counts));
}

function conditionOf(value: CountedValue) {
  if (Array.isArray(value)) return { $in: value };
  return typeof value === 'object' && value !== null ? { $gt: new Date(0) } : value;
}
