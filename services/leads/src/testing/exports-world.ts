import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { type ExportJob, exports } from '@docfolio/contracts/entities/export';
import { openBytes } from '@docfolio/service-kit/bytes/bytes-client';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { rowsOf } from './csv-file.js';
import { ask, bytesSecret, type LeadsWorld, make, startLeadsWorld } from './leads-world.js';

type Order = CallInput<typeof exports.create>;

/** A running leads service, and helpers that request and download exports as CRM and gateway do. */
export interface ExportsWorld extends LeadsWorld {
  order(input: Order, key?: string): Promise<ExportJob>;
  get(id: string): Promise<ExportJob>;
  link(id: string): Promise<{ url: string; expires_at: string }>;
  /** Waits until an export has a status. @param limit ms */
  until(status: ExportJob['status'], id: string, limit?: number): Promise<ExportJob>;
  /** Downloads a file as the gateway does. @throws Error if it is incomplete, or not CSV */
  follow(url: string): Promise<string>;
  /** Starts an export, waits for it, downloads it and returns its rows, heading first. */
  exported(input: Order): Promise<string[][]>;
}

export async function startExportsWorld(): Promise<ExportsWorld> {
  const world = await startLeadsWorld();
  const redis = connectRedis(world.redisUrl, 'commands', createLogger('test', 'silent'));
  const tickets = new DownloadTickets(redis);
  const get = (id: string) => world.rpc.call(exports.get, { id }, ask());
  const order = (input: Order, key?: string) => world.rpc.call(exports.create, input, make(key));
  const link = (id: string) => world.rpc.call(exports.link, { id }, ask());
  const until: ExportsWorld['until'] = async (status, id, limit) => {
    let job = await get(id);
    const reached = async () => {
      job = await get(id);
      return job.status === status;
    };
    await waitFor(`the export is ${status}`, reached, limit);
    return job;
  };
  const follow = async (url: string) => {
    const { service, name } = await tickets.take(url.split('/').at(-1)!);
    const { body, size, contentType } = await openBytes({
      ...{ service, name, secret: bytesSecret, requestId: randomUUID() },
      ...{ url: `http://127.0.0.1:${world.process().bytesPort}`, signal: new AbortController().signal },
    });
    const file = await buffer(body);
    if (file.length !== size || contentType !== 'text/csv; charset=utf-8')
      throw new Error(`${file.length} bytes of ${size} came, as ${contentType}`);
    return file.toString();
  };
  const own: Omit<ExportsWorld, Exclude<keyof LeadsWorld, 'stop'>> = {
    ...{ order, get, link, until, follow },
    exported: async (input) => {
      const { id } = await order(input);
      const { rows, size } = await until('done', id);
      const text = await follow((await link(id)).url);
      const read = rowsOf(text.slice(1));
      if (read.length !== rows + 1 || Buffer.byteLength(text) !== size)
        throw new Error("It isn't what its record says");
      return read;
    },
    stop: async () => {
      await closeRedis(redis);
      await world.stop();
    },
  };
  // Not a copy: the world of a batch has its members in its prototype.
  return Object.assign(Object.create(world) as LeadsWorld, own);
}
