import { join } from 'node:path';
import { loadConfig } from '@docfolio/process/config';
import { readBulkSizes, seedInBulk } from '@docfolio/service-kit/mongo/bulk-seed';
import type { Schema } from 'mongoose';
import { seedConfigSchema } from './config.schema.js';
import { bulkPosts } from './posts/bulk-posts.js';
import { readDemoPosts } from './posts/demo-posts.js';
import { postSchema } from './posts/post.schema.js';

const { posts } = readBulkSizes(['posts'], process.argv.slice(2));
const { MONGODB_URI: uri, MONGODB_DATABASE: dbName } = loadConfig(seedConfigSchema);
const demo = await readDemoPosts(join(import.meta.dirname, '../demo/posts'));
const collection = { ...bulkPosts(posts, demo), schema: postSchema as unknown as Schema };
await seedInBulk('content', { uri, dbName }, [collection]);
