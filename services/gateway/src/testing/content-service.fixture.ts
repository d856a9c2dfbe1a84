import { randomUUID } from 'node:crypto';
import { posts } from '@docfolio/contracts/entities/post';
import { loadConfig, serviceConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { z } from 'zod';
import { startFixtureService } from './fixture-service.js';

// A content service for the bench, which returns the same nine posts for each request.

const config = loadConfig(z.object({ ...serviceConfig, DB_NAME: z.string() }));
const now = new Date().toISOString();
const items = Array.from({ length: 9 }, (_, index) => ({
  id: randomUUID(),
  slug: `a-post-about-things-that-matter-${index}`,
  title: `A post about things that matter, part ${index}`,
  excerpt: 'What was built, what was measured, what was thrown away, and what stayed. '.repeat(3),
  category: 'Engineering',
  tags: ['node', 'caching', 'measuring'],
  featured: index === 0,
  published_at: now,
  author_name: 'The Author',
  read_time: '7 min read',
  likes_count: 12 * index,
  comments_count: index,
}));

await startFixtureService({
  service: 'content',
  operations: [posts.list],
  redisUrl: config.REDIS_URL,
  mongo: { uri: config.MONGODB_URI, dbName: config.DB_NAME },
  logger: createLogger('content', config.LOG_LEVEL),
  handlers: { 'GET /posts': async () => ({ items, total: 60, page: 1, page_size: items.length }) },
});
process.stdout.write(`${JSON.stringify({ msg: 'ready', port: 0 })}\n`);
