import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PostsRepository } from './posts.repository.js';

const overdue = gauge({
  name: 'docfolio_scheduled_posts_overdue_seconds',
  help: 'How long the most overdue scheduled post should have been public; 0 without one. The same in all replicas.',
  aggregator: 'max',
});

@Injectable()
export class PostMetrics implements OnApplicationBootstrap {
  constructor(private readonly posts: PostsRepository) {}

  onApplicationBootstrap(): void {
    addCollector({
      name: 'scheduled_posts',
      gauges: [overdue],
      read: async () => {
        const now = new Date();
        const [first] = await this.posts.scheduledUntil(now);
        const seconds = first?.scheduled_at ? (now.getTime() - Date.parse(first.scheduled_at)) / 1_000 : 0;
        return () => overdue.set({}, seconds);
      },
    });
  }
}
