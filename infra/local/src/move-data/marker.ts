import type { MongoClient } from 'mongodb';

/**
 * Collection in the target that records the move. It is in the gateway's database, because users often have rights only
 * on the platform's five databases.
 */
export const MARKER_COLLECTION = 'data_move';

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
  target.db('docfolio_gateway').collection<MoveMarker & { _id: string }>(MARKER_COLLECTION);

export async function readMarker(target: MongoClient): Promise<MoveMarker | undefined> {
  return (await markers(target).findOne({ _id: 'move' })) ?? undefined;
}

export async function writeMarker(target: MongoClient, marker: MoveMarker): Promise<void> {
  await markers(target).replaceOne({ _id: 'move' }, marker, { upsert: true });
}
