import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Connection } from 'mongoose';
import { createLogger } from '../logging.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { rejectionOf } from '../testing/wait-for.js';
import { connectMongo } from './mongo.module.js';

/** Private parts of the driver's client. */
interface Client {
  topology: { s: { servers: Map<string, { pool: { minPoolSizeTimer?: NodeJS.Timeout } }> } };
}

describe('the MongoDB driver', () => {
  let mongo: TestMongo;
  let connection: Connection;
  const sockets: Socket[] = [];
  const onSocket = (message: unknown) => sockets.push((message as { socket: Socket }).socket);

  beforeAll(async () => {
    mongo = await sharedMongo();
    subscribe('net.client.socket', onSocket);
    connection = await connectMongo(mongo, createLogger('test', 'silent'));
  });
  afterAll(async () => {
    unsubscribe('net.client.socket', onSocket);
    await connection.close();
    await mongo.stop();
  });

  it('fails the next command on a connection that the server ended, before its socket emits close, and replaces it', async () => {
    const notes = connection.collection('notes');
    await notes.insertOne({ title: 'first' });
    const open = sockets.filter(({ destroyed }) => !destroyed);
    expect(open.length).toBeGreaterThan(0);
    await Promise.all(open.map((socket) => Promise.all([once(socket, 'end'), socket.push(null)])));
    for (const socket of open) socket.destroy();
    expect(await rejectionOf(notes.insertOne({ title: 'lost' }))).toMatchObject({ name: 'MongoNetworkError' });
    await notes.insertOne({ title: 'second' });
    expect(await notes.countDocuments({})).toBe(2);
  });

  it('does not check a pool without limits ten times a second', () => {
    const { topology } = connection.getClient() as unknown as Client;
    const pools = [...topology.s.servers.values()].map(({ pool }) => pool);
    expect(pools.map(({ minPoolSizeTimer }) => minPoolSizeTimer)).toEqual([undefined]);
  });
});
