import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** Commands that the driver sends by itself, and the one that reads the counts. */
const uncounted = ['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'serverStatus'];

/** Counts the commands that the database and Redis have run, those of Redis scripts included. */
export class CommandCounter {
  /** @param {MongoClient} mongo @param {Redis} redis */
  constructor(mongo, redis) {
    this.mongo = mongo;
    this.redis = redis;
  }

  /** @param {{ MONGODB_URI: string, REDIS_URL: string }} connection */
  static async connect({ MONGODB_URI, REDIS_URL }) {
    return new CommandCounter(await MongoClient.connect(MONGODB_URI), new Redis(REDIS_URL));
  }

  /** Returns the number of commands so far. */
  async read() {
    const { metrics } = await this.mongo.db('admin').command({ serverStatus: 1 });
    const commands = /** @type {[string, { total: number }][]} */ (Object.entries(metrics.commands));
    const stats = await this.redis.info('commandstats');
    return {
      database: commands.reduce((sum, [name, { total }]) => sum + (uncounted.includes(name) ? 0 : Number(total)), 0),
      redis: [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0),
    };
  }

  async close() {
    await this.mongo.close();
    await this.redis.quit();
  }
}
