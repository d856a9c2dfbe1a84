import { imagesIn } from '@docfolio/contracts/image';
import type { EditedPost } from '@docfolio/contracts/post';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { Schema } from 'mongoose';

/** A slug under which a post is or was public. */
export interface PostAddress {
  slug: string;
  since: Date;
}

/** What a post has of its own; the rest is every record's. */
export interface PostFields
  extends Omit<EditedPost, 'id' | 'created_at' | 'updated_at' | 'version' | 'published_at' | 'scheduled_at'> {
  published_at: Date | null;
  /** When a draft publishes itself; null for a published post. */
  scheduled_at: Date | null;
  /** When its text was last saved, and by whom (an admin's e-mail address); null: not known. */
  text_saved_at: Date | null;
  text_saved_by: string | null;
  /** Where it has been read, the present slug included: each old one leads here. A draft's slugs nobody knows. */
  addresses: PostAddress[];
}

/** What of a post is its text: kept as a revision before it changes. */
export const textFields = ['title', 'slug', 'excerpt', 'content', 'category', 'tags'] as const;

/** A post as the service handles it. */
export type PostRecord = RecordOutput<PostFields>;

const text = { type: String, required: true };
const flag = { type: Boolean, default: false };
const counter = { type: Number, default: 0 };

const address = new Schema<PostAddress>({ slug: text, since: { type: Date, required: true } }, { _id: false });

export const postSchema = recordSchema<PostFields>(
  {
    title: text,
    slug: text,
    excerpt: text,
    content: text,
    category: text,
    tags: { type: [String], default: [] },
    published: flag,
    featured: flag,
    published_at: { type: Date, default: null },
    scheduled_at: { type: Date, default: null },
    author_name: text,
    read_time: text,
    likes_count: counter,
    comments_count: counter,
    text_saved_at: { type: Date, default: null },
    text_saved_by: { type: String, default: null },
    addresses: { type: [address], default: [] },
  },
  {
    search: ['title', 'category', 'excerpt'],
    sort: ['title', 'published_at'],
    // The names of our images that the content shows.
    computed: { images: { from: ['content'], rule: 1, of: ({ content }) => imagesIn(`${content}`) } },
    indexes: [
      {
        serves: 'the post of a slug',
        fields: { slug: 1 },
        unique: true,
        conflict: { code: 'slug_taken', field: 'slug', message: 'Another post has this slug' },
      },
      { serves: 'the post that had a slug', fields: { 'addresses.slug': 1 } },
      // Public searches and the sitemap walk it too.
      { serves: 'published posts by time', fields: { published: 1, published_at: -1, _id: -1 } },
      // The categories themselves are read from it.
      {
        serves: 'published posts of a category by time',
        fields: { published: 1, category: 1, published_at: -1, _id: -1 },
      },
      {
        serves: 'scheduled posts by time',
        fields: { scheduled_at: 1, _id: 1 },
        where: { scheduled_at: { $gt: new Date(0) } },
      },
      { serves: 'posts that show an image', fields: { 'computed.images': 1 } },
      // Status and category are looked at while one of these is walked: an author has some thousand posts at most.
      { serves: 'edited posts by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'edited posts by title', fields: { 'sort_keys.title': 1, _id: 1 } },
      { serves: 'edited posts by time of publishing', fields: { 'sort_keys.published_at': 1, _id: 1 } },
    ],
  },
);
