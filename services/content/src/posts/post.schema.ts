import { imagesIn } from '@docfolio/contracts/entities/image';
import { type EditedPost, editedPost } from '@docfolio/contracts/entities/post';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import { Schema } from 'mongoose';

export interface PostAddress {
  slug: string;
  since: Date;
}

export interface PostFields extends Omit<OwnFields<EditedPost>, 'published_at' | 'scheduled_at'> {
  published_at: Date | null;
  scheduled_at: Date | null;
  /** Time at which the current text was saved. Null if unknown. */
  text_saved_at: Date | null;
  text_saved_by: string | null;
  /** Slugs under which the post has been public, including the current one. Old ones redirect. */
  addresses: PostAddress[];
}

/** Fields of a post that make up its text, which a revision stores. */
export const textFields = ['title', 'slug', 'excerpt', 'content', 'category', 'tags'] as const;

export type PostRecord = RecordOutput<PostFields>;

const text = { type: String, required: true };
const counter = { type: Number, default: 0 };

const address = new Schema<PostAddress>({ slug: text, since: { type: Date, required: true } }, { _id: false });

export const postSchema = recordSchema<PostFields>(
  storedFields<PostFields>(editedPost, {
    likes_count: counter,
    comments_count: counter,
    text_saved_at: { type: Date, default: null },
    text_saved_by: { type: String, default: null },
    addresses: { type: [address], default: [] },
  }),
  {
    search: ['title', 'category', 'excerpt'],
    sort: ['title', 'published_at'],
    // Names of the uploaded images used in the content.
    computed: { images: { from: ['content'], rule: 1, of: ({ content }) => imagesIn(`${content}`) } },
    indexes: [
      {
        serves: 'the post of a slug',
        fields: { slug: 1 },
        unique: true,
        conflict: { code: 'slug_taken', field: 'slug', message: 'Another post has this slug' },
      },
      { serves: 'the post that had a slug', fields: { 'addresses.slug': 1 } },
      { serves: 'published posts by time', fields: { published: 1, published_at: -1, _id: -1 } },
      {
        serves: 'published posts of a category by time',
        fields: { published: 1, category: 1, published_at: -1, _id: -1 },
      },
      {
        serves: 'scheduled posts by time',
        fields: { scheduled_at: 1, _id: 1 },
        where: { scheduled_at: { $gt: new Date(0) } },
      },
      { serves: 'posts by time of change', fields: { updated_at: 1 }, tombstones: true },
      { serves: 'posts that show an image', fields: { 'computed.images': 1 } },
      // Filtering by status and category scans one of these: an author has a few thousand posts at most.
      { serves: 'edited posts by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'edited posts by title', fields: { 'sort_keys.title': 1, _id: 1 } },
      { serves: 'edited posts by time of publishing', fields: { 'sort_keys.published_at': 1, _id: 1 } },
    ],
  },
);
