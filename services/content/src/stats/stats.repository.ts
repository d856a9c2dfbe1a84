import type { ContentStats } from '@docfolio/contracts/stats';
import { MONGO_CONNECTION } from '@docfolio/service-kit/mongo/mongo.module';
import { ParkedSubmissions } from '@docfolio/service-kit/submissions/parked-submissions.repository';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';

/** In the words of the index `living`, which is counted then and not the collection. */
const any = { created_at: { $gt: new Date(0) } };

/** Counts over the service's collections; it knows them by their names, and nothing of the features that own them. */
@Injectable()
export class StatsRepository {
  constructor(
    @Inject(MONGO_CONNECTION) private readonly connection: Connection,
    private readonly parked: ParkedSubmissions,
  ) {}

  /** Each is a count of an index's keys: `living`; testimonials of a standing by time; comments of a status by time. */
  async counts(): Promise<ContentStats> {
    const [posts, approved, pending, bookmarks, comments, parked] = await Promise.all([
      this.count('blog_posts', any),
      this.count('testimonials', { is_approved: true }),
      this.count('testimonials', { is_approved: false }),
      this.count('bookmarks', any),
      this.count('blog_comments', { is_spam: false, is_approved: false }),
      this.parked.count(),
    ]);
    return {
      posts,
      testimonials: approved + pending,
      approved_testimonials: approved,
      pending_testimonials: pending,
      bookmarks,
      pending_comments: comments,
      parked_submissions: parked,
    };
  }

  private count(collection: string, filter: Record<string, unknown>): Promise<number> {
    return this.connection.model(collection).countDocuments({ ...filter, deleted_at: null });
  }
}
