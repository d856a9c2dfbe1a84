import { collectionPairs, filledCollections } from './databases.js';
import { copyDocuments, verifyDocuments } from './documents.js';
import { type MoveMarker, readMarker, writeMarker } from './marker.js';
import { copyObjects, refuseForeignObjects, verifyObjects } from './objects.js';
import { claimRedis, copyKeys, countKeys, verifyKeys } from './redis.js';
import { MoveError, type MoveRow, type Say } from './report.js';
import { type Stores, sourceObjects } from './stores.js';

/** Runs a step of a move and prints its name, progress and result. */
export type Step = (name: string, work: (say: Say) => Promise<string>) => Promise<void>;

export interface MoveInput {
  stores: Stores;
  dataDir: string;
  installation: string;
  overwrite: boolean;
  /** Whether the source uses REDIS_URL or MINIO_ENDPOINT: the target may use the same one, so it need not be moved. */
  external: { redis: boolean; objects: boolean };
}

export interface MoveResult {
  rows: MoveRow[];
  verifiedOnly: boolean;
}

/**
 * Copies documents, Redis keys and objects that the target lacks, and compares both sides; after a complete move it
 * only compares, unless `overwrite` is set. @throws MoveError if the target has data of another origin, or refuses data
 */
export async function move(input: MoveInput, step: Step): Promise<MoveResult> {
  return new Move(input, step).run();
}

class Move {
  private readonly copied = new Map<string, number>();

  constructor(
    private readonly input: MoveInput,
    private readonly step: Step,
  ) {}

  async run(): Promise<MoveResult> {
    const { stores } = this.input;
    let marker: MoveMarker | undefined;
    await this.step('target', async () => {
      marker = await this.claim();
      if (marker.state === 'complete') return `complete since ${marker.completed_at?.toISOString()}: compared only`;
      return 'accepted';
    });
    const verifiedOnly = marker!.state === 'complete';
    if (!verifiedOnly) await this.copy();
    const rows: MoveRow[] = [];
    await this.step('verify', async (say) => {
      rows.push(...(await this.verify(say)));
      const different = rows.filter(({ problem }) => problem).length;
      return different > 0 ? `${different} of ${rows.length} DIFFER` : `${rows.length} equal`;
    });
    if (!verifiedOnly && rows.every(({ problem }) => !problem)) {
      await writeMarker(stores.target.mongo, { ...marker!, state: 'complete', completed_at: new Date() });
    }
    return { rows, verifiedOnly };
  }

  /** Checks that the target has no data from elsewhere, and records there that this move writes to it. */
  private async claim(): Promise<MoveMarker> {
    const { stores, installation, overwrite } = this.input;
    const { mongo, redis } = stores.target;
    let marker = await readMarker(mongo);
    if (marker && marker.installation !== installation) {
      throw new MoveError("The target's MongoDB holds the data of another installation's move.");
    }
    if (!marker) {
      const filled = await filledCollections(mongo);
      if (filled.length > 0) {
        throw new MoveError(
          `The target's MongoDB holds documents that are not of this move: ${filled.join(', ')}. Start from empty databases, with the platform's processes stopped.`,
        );
      }
    }
    const claimed = marker?.buckets ?? [];
    for (const { name, location, source, target } of stores.buckets) {
      if (!overwrite || !claimed.includes(location)) await refuseForeignObjects(source, target, name);
    }
    if (redis) await claimRedis(redis, installation);
    if (!marker || (overwrite && marker.state === 'complete')) {
      marker = { installation, state: 'moving', started_at: new Date() };
    }
    marker = { ...marker, buckets: [...new Set([...claimed, ...stores.buckets.map(({ location }) => location)])] };
    await writeMarker(mongo, marker);
    return marker;
  }

  private async copy(): Promise<void> {
    const { stores, overwrite } = this.input;
    const summary = (written: number, conflicts: number) =>
      `${written.toLocaleString('en-US')} copied${conflicts > 0 ? `, ${conflicts} differ` : ''}`;
    await this.step('documents', async (say) => {
      let [written, conflicts] = [0, 0];
      for (const { source, target } of await collectionPairs(stores.source.mongo, stores.target.mongo)) {
        const copied = await copyDocuments(source, target, overwrite, say);
        this.copied.set(source.namespace, copied.written);
        written += copied.written;
        conflicts += copied.conflicts;
      }
      return summary(written, conflicts);
    });
    const { redis } = stores.target;
    if (redis) {
      await this.step('Redis', async (say) => {
        const copied = await copyKeys(stores.source.redis, redis, overwrite, say);
        this.copied.set('keys', copied.written);
        return summary(copied.written, copied.conflicts);
      });
    }
    for (const { name, source, target } of stores.buckets) {
      await this.step('files', async (say) => {
        const copied = await copyObjects(source, target, { bucket: name, overwrite }, say);
        this.copied.set(name, copied.written);
        return `${name}: ${summary(copied.written, copied.conflicts)}`;
      });
    }
  }

  private async verify(say: Say): Promise<MoveRow[]> {
    const { source, target, buckets } = this.input.stores;
    const rows: MoveRow[] = [];
    for (const pair of await collectionPairs(source.mongo, target.mongo)) {
      const copied = this.copied.get(pair.source.namespace) ?? 0;
      rows.push(await verifyDocuments(pair.source, pair.target, copied, say));
    }
    if (target.redis) rows.push(await verifyKeys(source.redis, target.redis, this.copied.get('keys') ?? 0, say));
    else rows.push(await this.unmovedKeys());
    for (const { name, ...bucket } of buckets) {
      const copied = this.copied.get(name) ?? 0;
      rows.push(await verifyObjects(bucket.source, bucket.target, { bucket: name, copied }, say));
    }
    if (buckets.length === 0) rows.push(...(await this.unmovedObjects()));
    return rows;
  }

  private async unmovedKeys(): Promise<MoveRow> {
    const row = { store: 'Redis' as const, name: 'keys', there: 0, copied: 0, checksum: '' };
    const here = await countKeys(this.input.stores.source.redis);
    if (this.input.external.redis) return { ...row, here, note: 'not moved: give the target the same REDIS_URL' };
    return { ...row, here, ...(here > 0 ? { problem: 'not moved, --to-redis is missing' } : {}) };
  }

  private async unmovedObjects(): Promise<MoveRow[]> {
    const rows: MoveRow[] = [];
    if (this.input.external.objects) {
      const row = { store: 'objects' as const, name: 'MINIO_ENDPOINT', here: 0, there: 0, copied: 0, checksum: '' };
      return [{ ...row, note: 'not moved: give the target the same MINIO_ENDPOINT' }];
    }
    for (const [owner, store] of Object.entries(sourceObjects(this.input.dataDir))) {
      let here = 0;
      for await (const _ of store.list()) here += 1;
      const row = { store: 'objects' as const, name: owner, here, there: 0, copied: 0, checksum: '' };
      rows.push({ ...row, ...(here > 0 ? { problem: 'not moved, --to-s3 is missing' } : {}) });
    }
    return rows;
  }
}
