import type { MongoClient } from 'mongodb';

/** Collection of the move's record, in the gateway's database: users often have rights on the five databases only. */
export const markerCollection = 'data_move';

/** Record in the target by which a later run recognises its own partial move. */
export interface MoveMarker {
  installation: string;
  state: 'moving' | 'complete';
  started_at: Date;
  completed_at?: Date;
  /** Locations of the buckets that this move fills: only there may `--overwrite` remove objects. */
  buckets?: string[];
}

const markers = (target: MongoClient) =>
  target.db('docfolio_gateway').collection<MoveMarker & { _id: string }>(markerCollection);

export async function readMarker(target: MongoClient): Promise<MoveMarker | undefined> {
  return (await markers(target).findOne({ _id: 'move' })) ?? undefined;
}

export async function writeMarker(target: MongoClient, marker: MoveMarker): Promise<void> {
  await markers(target).replaceOne({ _id: 'move' }, marker, { upsert: true });
}
