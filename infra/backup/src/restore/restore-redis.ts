import { openQueue } from '@docfolio/service-kit/queue';
import { FlowProducer, Job, type JobsOptions, type Queue } from 'bullmq';
import { Command, type Redis } from 'ioredis';
import { BackupError } from '../backup-error.js';
import type { JobRecord, KeyRecord, RedisRecord } from '../sources/redis.js';

/**
 * Writes records into a Redis. Give those of the backup's end first: a job or key that exists is left as it is.
 * Jobs get their ids, data and options again. Failed ones stay failed; others wait to run, or for their time.
 */
export async function restoreRedis(
  redis: Redis,
  records: AsyncIterable<RedisRecord>,
  onWritten: (records: number) => void = () => undefined,
): Promise<void> {
  const jobs = new JobRestorer(redis);
  let written = 0;
  try {
    for await (const record of records) {
      if (record.kind === 'job') await jobs.restore(record);
      else await restoreKey(redis, record);
      written += 1;
      onWritten(written);
    }
    await jobs.restoreParents();
  } finally {
    await jobs.close();
  }
}

/** Id of a job, and name of a key, that are being written: what an interruption leaves is not taken for the whole. */
const draftId = 'restoring';
const draftKey = 'docfolio:restoring';

class JobRestorer {
  private readonly queues = new Map<string, Queue>();
  /** Jobs that wait for others, which must be there first. There are few: one per newsletter that is being sent. */
  private readonly parents: JobRecord[] = [];

  constructor(private readonly redis: Redis) {}

  async restore(record: JobRecord): Promise<void> {
    if (record.children.length > 0) this.parents.push(record);
    else await this.add(record);
  }

  /** Adds jobs that wait for others, together with those that they wait for. */
  async restoreParents(): Promise<void> {
    if (this.parents.length === 0) return;
    const flows = new FlowProducer({ connection: this.redis, skipVersionCheck: true });
    flows.on('error', () => undefined);
    try {
      for (const record of this.parents) {
        if (await this.redis.exists(this.queue(record.queue).toKey(record.id))) continue;
        const children = await Promise.all(record.children.map((key) => this.jobByKey(key)));
        await flows.add({
          ...nodeOf(await this.decoded(record), record.queue),
          children: children.filter((child) => child !== undefined),
        });
      }
    } finally {
      await flows.close();
    }
  }

  async close(): Promise<void> {
    for (const queue of this.queues.values()) await queue.close();
  }

  private async add(record: JobRecord): Promise<void> {
    const queue = this.queue(record.queue);
    const key = queue.toKey(record.id);
    if (await this.redis.exists(key)) return;
    if (isFailed(record)) {
      await this.redis
        .multi()
        .hset(key, record.fields)
        .zadd(queue.toKey('failed'), Number(record.fields.finishedOn), record.id)
        .exec();
      return;
    }
    const job = await this.decoded(record);
    await queue.add(job.name, job.data, optionsOf(job));
    // How often it was tried decides when it is tried again.
    if (record.fields.atm) await this.redis.hset(key, 'atm', record.fields.atm);
  }

  /** Returns a job as BullMQ reads it: the names of options are short in Redis. */
  private async decoded({ queue: name, id, fields }: JobRecord): Promise<Job> {
    const queue = this.queue(name);
    const key = queue.toKey(draftId);
    await this.redis.del(key);
    await this.redis.hset(key, fields);
    const job = await Job.fromId(queue, draftId);
    await this.redis.del(key);
    if (!job) throw new BackupError(`The job ${id} of ${name} cannot be read.`);
    job.id = id;
    return job;
  }

  /** Removes a job that a parent waits for, and returns it to be added with the parent; undefined if it is not there. */
  private async jobByKey(key: string) {
    const [, name = '', id = ''] = /^bull:([^:]+):([^:]+)$/.exec(key) ?? [];
    const queue = this.queue(name);
    const job = await Job.fromId(queue, id);
    if (!job) return undefined;
    await queue.remove(id);
    return nodeOf(job, name);
  }

  private queue(name: string): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = openQueue(name, this.redis);
      this.queues.set(name, queue);
    }
    return queue;
  }
}

const isFailed = ({ fields }: JobRecord) => fields.finishedOn !== undefined && fields.failedReason !== undefined;

function nodeOf(job: Job, queueName: string) {
  return { name: job.name, queueName, data: job.data, opts: optionsOf(job) };
}

/** The delay of a job that was tried before is that of its next try, which need not wait. */
function optionsOf({ id, opts, timestamp, delay, processedOn }: Job): JobsOptions {
  const { parent: _added, ...options } = opts;
  const remaining = processedOn === undefined ? Math.max(0, timestamp + delay - Date.now()) : 0;
  return { ...options, jobId: id!, timestamp, delay: remaining };
}

const writers: Record<string, (key: string, values: Buffer[]) => [string, ...(string | Buffer)[]]> = {
  string: (key, values) => ['SET', key, values[0]!],
  list: (key, values) => ['RPUSH', key, ...values],
  set: (key, values) => ['SADD', key, ...values],
  hash: (key, values) => ['HSET', key, ...values],
  zset: (key, values) => ['ZADD', key, ...values.map((_, index) => values[index ^ 1]!)],
};

/** Members, fields or elements per command; even, as those of hashes and sorted sets are pairs. */
const chunkLength = 1_000;

async function restoreKey(redis: Redis, { key, type, expires_at: expiresAt, values }: KeyRecord): Promise<void> {
  if ((expiresAt !== -1 && expiresAt <= Date.now()) || (await redis.exists(key))) return;
  const writer = writers[type];
  if (!writer) throw new BackupError(`Redis key ${key}: values of the type ${type} are not supported.`);
  const buffers = values.map((value) => Buffer.from(value, 'base64'));
  await redis.del(draftKey);
  for (let start = 0; start < buffers.length; start += chunkLength) {
    const [name, ...args] = writer(draftKey, buffers.slice(start, start + chunkLength));
    await redis.sendCommand(new Command(name, args));
  }
  if (expiresAt !== -1) await redis.pexpireat(draftKey, expiresAt);
  await redis.renamenx(draftKey, key);
}
