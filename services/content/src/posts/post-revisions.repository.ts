import { isDeepStrictEqual } from 'node:util';
import { maxRevisions, type PostRevision, postRevision } from '@docfolio/contracts/entities/post-revision';
import { derivedId } from '@docfolio/service-kit/identity';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import { type PostRecord, textFields } from './post.schema.js';

/** Fields of a revision besides those of every record. `version` is the post's. */
export interface RevisionFields extends Omit<PostRevision, 'id' | 'version' | 'saved_at'> {
  saved_at: Date;
}

export const postRevisionSchema = recordSchema<RevisionFields>(storedFields<RevisionFields>(postRevision), {
  indexes: [{ serves: 'revisions of a post the newest first', fields: { post_id: 1, version: -1, _id: -1 } }],
});

@RepositoryOf('post_revisions')
export class PostRevisionsRepository extends RecordRepository<RevisionFields> {
  /** The post is recorded instead. */
  protected override get auditedFields(): readonly string[] {
    return [];
  }

  /** Stores the current text of a post, once per version, and deletes the oldest revisions over `maxRevisions`. */
  async store(post: PostRecord): Promise<void> {
    const { id, version, text_saved_at, text_saved_by, updated_at } = post;
    const now = new Date();
    const revision = {
      ...textOf(post),
      post_id: id,
      words: post.content.split(/\s+/).filter(Boolean).length,
      saved_at: new Date(text_saved_at ?? updated_at),
      saved_by: text_saved_by,
      ...{ version, created_at: now, updated_at: now, deleted_at: null, op_hash: null, outbox: [] },
    };
    const _id = derivedId('revision of a post', `${id} ${version}`);
    await this.model.updateOne({ _id }, { $setOnInsert: revision }, { upsert: true });
    await this.deleteDuplicate(post);
    await this.deleteOldest(id);
  }

  postIdsWithRevisions(): Promise<string[]> {
    return this.model.distinct('post_id', { deleted_at: null }).exec();
  }

  async purgeByPost(postId: string): Promise<void> {
    await this.model.deleteMany({ post_id: postId, deleted_at: null });
  }

  /** Deletes the previous revision if its text is the same, after a toggle or a refused save. */
  private async deleteDuplicate(post: PostRecord): Promise<void> {
    const [before] = await this.ofPost(post.id, { version: { $lt: post.version } }).limit(1);
    if (before && isDeepStrictEqual(textOf(before), textOf(post))) await this.model.deleteOne({ _id: before._id });
  }

  private async deleteOldest(postId: string): Promise<void> {
    const [last] = await this.ofPost(postId).skip(maxRevisions).limit(1).select({ version: 1 });
    if (last) await this.model.deleteMany({ post_id: postId, version: { $lte: last.version }, deleted_at: null });
  }

  private ofPost(postId: string, condition: object = {}) {
    return this.model
      .find({ post_id: postId, ...condition, deleted_at: null })
      .sort({ version: -1, _id: -1 })
      .lean<Stored<RevisionFields>[]>();
  }
}

function textOf(texts: Pick<RevisionFields, (typeof textFields)[number]>) {
  return Object.fromEntries(textFields.map((field) => [field, texts[field]]));
}
