import type { ContentStats } from '@docfolio/contracts/stats';
import { MONGO_CONNECTION } from '@docfolio/service-kit/mongo/mongo.module';
import { DeadLetters } from '@docfolio/service-kit/submissions/dead-letters.repository';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';

/** Matches every record, and lets the count use the index `living` instead of the collection. */
const everyRecord = { created_at: { $gt: new Date(0) } };

/** Knows collections by name only, to stay independent of the features that own them. */
@Injectable()
export class StatsRepository {
  constructor(
    @Inject(MONGO_CONNECTION) private readonly connection: Connection,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** Counts along the indexes `living`, testimonials of a standing by time, and comments of a status by time. */
  async counts(): Promise<ContentStats> {
    const [posts, approved, pending, bookmarks, comments, deadLetters] = await Promise.all([
      this.count('blog_posts', everyRecord),
      this.count('testimonials', { is_approved: true }),
      this.count('testimonials', { is_approved: false }),
      this.count('bookmarks', everyRecord),
      this.count('blog_comments', { is_spam: false, is_approved: false }),
      this.deadLetters.count(),
    ]);
    return {
      posts,
      testimonials: approved + pending,
      approved_testimonials: approved,
      pending_testimonials: pending,
      bookmarks,
      pending_comments: comments,
      parked_submissions: deadLetters,
    };
  }

  private count(collection: string, filter: Record<string, unknown>): Promise<number> {
    return this.connection.model(collection).countDocuments({ ...filter, deleted_at: null });
  }
}
