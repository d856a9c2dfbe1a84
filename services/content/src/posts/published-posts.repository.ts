import {
  feedLength,
  type PostListQuery,
  postPageSize,
  postSummary,
  sitemapLength,
} from '@docfolio/contracts/entities/post';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import { type Plain, toOutput } from '@docfolio/service-kit/mongo/record-output';
import type { Filter, TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { PostFields, PostRecord } from './post.schema.js';
import { SearchedPosts } from './searched-posts.js';

type StoredPost = Stored<PostFields>;
type PostFilter = Filter<StoredPost>;
type Sort = Record<string, 1 | -1>;

/** Each query here must include this filter or check `published` afterwards, so that drafts never become public. */
const published: PostFilter = { published: true, deleted_at: null };
const newestFirst: Sort = { published_at: -1, _id: -1 };
const oldestFirst: Sort = { published_at: 1, _id: 1 };
const summaryFields = Object.fromEntries(
  Object.keys(postSummary.shape)
    .filter((field) => field !== 'id')
    .map((field) => [field, 1 as const]),
);
const postFields = { ...summaryFields, updated_at: 1, content: 1 } as const;
/** Fields of a post that find its neighbours and related posts. */
const placeFields = { slug: 1, category: 1, published_at: 1 } as const;

export type PostPlace = Pick<PostRecord, 'id' | keyof typeof placeFields>;

interface Found<Post> {
  post: Post;
  /** Whether the post has another slug by now. */
  former: boolean;
}

@Injectable()
export class PublishedPostsRepository {
  constructor(
    @InjectRecordModel('blog_posts') private readonly model: TypedModel<StoredPost>,
    private readonly searched: SearchedPosts,
  ) {}

  /** Returns one page, newest first, and the total. Posts have only the fields of a summary. */
  async page({ page, category, search }: PostListQuery): Promise<{ items: PostRecord[]; total: number }> {
    const filter = { ...published, ...(category && { category }) };
    const from = (page - 1) * postPageSize;
    if (search) {
      const found = await this.searched.find(search, category);
      const ids = found.slice(from, from + postPageSize);
      return {
        items: await this.summaries({ ...filter, _id: { $in: ids } }, newestFirst, ids.length),
        total: found.length,
      };
    }
    const [items, total] = await Promise.all([
      this.summaries(filter, newestFirst, postPageSize, from),
      this.model.countDocuments(filter),
    ]);
    return { items, total };
  }

  /** Returns the published post with a slug, with the fields of `Post`. */
  findBySlug(slug: string): Promise<Found<PostRecord> | undefined> {
    return this.find(slug, postFields);
  }

  /** Returns the published post with a slug, without its text. */
  findPlaceBySlug(slug: string): Promise<Found<PostPlace> | undefined> {
    return this.find(slug, placeFields);
  }

  async related({ id, category }: PostPlace, limit: number): Promise<PostRecord[]> {
    const newest = await this.summaries({ ...published, category }, newestFirst, limit + 1);
    return newest.filter((post) => post.id !== id).slice(0, limit);
  }

  async neighbours(post: PostPlace): Promise<{ previous: PostRecord | null; next: PostRecord | null }> {
    const [previous, next] = await Promise.all([
      this.neighbour(post, '$lte', newestFirst),
      this.neighbour(post, '$gte', oldestFirst),
    ]);
    return { previous, next };
  }

  categories(): Promise<string[]> {
    return this.model.distinct('category', published).exec();
  }

  async newest(): Promise<PostRecord[]> {
    const newest = await this.model.find(published).sort(newestFirst).limit(feedLength).lean<StoredPost[]>();
    return newest.map(plain);
  }

  async slugs(): Promise<{ slug: string; updated_at: string }[]> {
    const all = await this.model
      .find(published, { slug: 1, updated_at: 1 })
      .sort(newestFirst)
      .limit(sitemapLength)
      .lean<StoredPost[]>();
    return all.map(({ slug, updated_at }) => ({ slug, updated_at: updated_at.toISOString() }));
  }

  private async find(slug: string, fields: Record<string, 1>): Promise<Found<PostRecord> | undefined> {
    // A draft with this slug prevents a redirect.
    const current = await this.model
      .findOne({ slug, deleted_at: null }, { ...fields, published: 1 })
      .lean<StoredPost | null>();
    if (current) return current.published ? { post: plain(current), former: false } : undefined;
    // The last post to be public under this slug wins.
    const former = await this.model
      .find({ ...published, 'addresses.slug': slug }, { ...fields, addresses: 1 })
      .lean<StoredPost[]>();
    const since = ({ addresses }: StoredPost) =>
      Math.max(...addresses.filter((address) => address.slug === slug).map((address) => address.since.getTime()));
    const last = former.sort((a, b) => since(b) - since(a))[0];
    return last && { post: plain(last), former: true };
  }

  /** Index: published posts by time. Posts of the same millisecond are ordered by id. */
  private async neighbour(post: PostPlace, side: '$lte' | '$gte', sort: Sort): Promise<PostRecord | null> {
    const at = new Date(post.published_at as string);
    // The post itself and the next one on this side, unless posts of its millisecond come before it.
    const [first, second] = await this.summaries({ ...published, published_at: { [side]: at } }, sort, 2);
    if (first?.id === post.id) return second ?? null;
    const exact = side === '$lte' ? '$lt' : '$gt';
    const [sameTime] = await this.summaries({ ...published, published_at: at, _id: { [exact]: post.id } }, sort, 1);
    if (sameTime) return sameTime;
    const [other] = await this.summaries({ ...published, published_at: { [exact]: at } }, sort, 1);
    return other ?? null;
  }

  private async summaries(filter: PostFilter, sort: Sort, limit: number, skip = 0): Promise<PostRecord[]> {
    const posts = await this.model.find(filter, summaryFields).sort(sort).skip(skip).limit(limit).lean<StoredPost[]>();
    return posts.map(plain);
  }
}

function plain(post: StoredPost): PostRecord {
  return toOutput<PostFields>(post, []) satisfies Plain<PostFields>;
}
