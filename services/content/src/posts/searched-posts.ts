import { foldForSearch } from '@docfolio/contracts/core/search-fold';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { Filter, TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { PostFields } from './post.schema.js';

type StoredPost = Stored<PostFields>;
type SearchedPost = Pick<StoredPost, '_id' | 'version' | 'title' | 'excerpt' | 'content' | 'category' | 'published_at'>;

const published: Filter<StoredPost> = { published: true, deleted_at: null };
const searchedFields = { version: 1, title: 1, excerpt: 1, content: 1, category: 1, published_at: 1 } as const;
/** Separates fields, so that no search matches across two. */
const separator = '\0';
/**
 * ms before the last look for changes in which changes are looked for again: writes that had not ended then, and
 * replicas whose clocks are behind.
 */
const overlap = 10 * 60_000;
/** Posts per message of the database, so that other requests are not held up; more changed ones are read with all. */
const batch = 100;

interface Entry {
  id: string;
  version: number;
  category: string;
  publishedAt: number;
  /** Folded text in UTF-8. */
  text: Buffer;
}

/**
 * Searches the texts of all published posts in memory, because reading every text for each search took 226 ms for 5,000 posts.
 * The texts are read at the first search. Each search then reads what has changed since the last one, so that it finds
 * what was acknowledged before it, by any replica.
 */
@Injectable()
export class SearchedPosts {
  private readonly entries = new Map<string, Entry>();
  /** The entries in order; undefined after a change. */
  private newestFirst: readonly Entry[] | undefined;
  private checkedAt = 0;
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(@InjectRecordModel('blog_posts') private readonly model: TypedModel<StoredPost>) {}

  /** Returns the ids of the published posts with a text in title, excerpt or content, by `foldForSearch`, newest first. */
  async find(search: string, category?: string): Promise<string[]> {
    await this.refresh();
    const wanted = Buffer.from(foldForSearch(search));
    this.newestFirst ??= [...this.entries.values()].sort(byTime);
    return this.newestFirst
      .filter((post) => (category === undefined || post.category === category) && post.text.includes(wanted))
      .map(({ id }) => id);
  }

  /** Reads changes. Joins only a run that has not begun: one that runs may have read before a write that is acknowledged. */
  private refresh(): Promise<void> {
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        this.running = this.readChanges();
        return this.running;
      });
    return this.next;
  }

  private async readChanges(): Promise<void> {
    const began = Date.now();
    if (this.entries.size === 0) await this.readTexts(published, []);
    else {
      await this.readSince(new Date(this.checkedAt - overlap));
      // Posts inserted with an old time, as by `npm run docfolio -- seed`, or a clock that is far behind.
      if (this.entries.size !== (await this.model.countDocuments(published))) await this.compareAll();
    }
    this.checkedAt = began;
  }

  /** Index: posts by time of change. */
  private async readSince(since: Date): Promise<void> {
    const changed = await this.model
      .find({ updated_at: { $gt: since } }, { version: 1, published: 1, deleted_at: 1 })
      .lean<Pick<StoredPost, '_id' | 'version' | 'published' | 'deleted_at'>[]>();
    const isPublic = ({ published, deleted_at }: (typeof changed)[number]) => published && deleted_at === null;
    await this.apply(
      changed.filter(isPublic),
      changed.filter((post) => !isPublic(post)).map(({ _id }) => _id),
    );
  }

  private async compareAll(): Promise<void> {
    const all = await this.model.find(published, { version: 1 }).lean<Pick<StoredPost, '_id' | 'version'>[]>();
    const current = new Set(all.map(({ _id }) => _id));
    await this.apply(
      all,
      [...this.entries.keys()].filter((id) => !current.has(id)),
    );
  }

  private async apply(present: Pick<StoredPost, '_id' | 'version'>[], withdrawn: string[]): Promise<void> {
    const stale = present
      .filter(({ _id, version }) => this.entries.get(_id)?.version !== version)
      .map(({ _id }) => _id);
    for (const id of withdrawn) this.remove(id);
    if (stale.length > batch) await this.readTexts(published, [...this.entries.keys()]);
    else if (stale.length > 0) await this.readTexts({ ...published, _id: { $in: stale } }, stale);
  }

  /** @param replaced ids of the entries that are removed in the same moment */
  private async readTexts(filter: Filter<StoredPost>, replaced: string[]): Promise<void> {
    const posts = await this.model.find(filter, searchedFields).batchSize(batch).lean<SearchedPost[]>();
    for (const id of replaced) this.remove(id);
    for (const post of posts) this.entries.set(post._id, entryOf(post));
    this.newestFirst = undefined;
  }

  private remove(id: string): void {
    this.entries.delete(id);
    this.newestFirst = undefined;
  }
}

const byTime = (a: Entry, b: Entry) => b.publishedAt - a.publishedAt || (a.id < b.id ? 1 : -1);

function entryOf({ _id, version, title, excerpt, content, category, published_at }: SearchedPost): Entry {
  const text = Buffer.from([title, excerpt, content].map(foldForSearch).join(separator));
  return { id: _id, version, category, publishedAt: published_at?.getTime() ?? 0, text };
}
