import type { MongoClient } from 'mongodb';

/** Holds the record of a move in the target; in the gateway's database, as users often have rights on the five only. */
export const MARKER_COLLECTION = 'data_move';

/** The record in the target by which a later run recognizes its own partial move. */
export interface MoveMarker {
  /** Identifies the source: see `installationId`. */
  installation: string;
  state: 'moving' | 'complete';
  started_at: Date;
  completed_at?: Date;
  /** Buckets that this move has been allowed to fill: only of these may `--overwrite` remove objects. */
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
