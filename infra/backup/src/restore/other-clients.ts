import type { Redis } from 'ioredis';
import { BackupError } from '../backup-error.js';

/** @throws BackupError if other clients with the same user are connected to a Redis: a platform that runs on it */
export async function refuseOtherClients(redis: Redis): Promise<void> {
  const [list, id] = await Promise.all([redis.client('LIST') as Promise<string>, redis.client('ID')]);
  const clients = list
    .trim()
    .split('\n')
    .map((line) => Object.fromEntries(line.split(' ').map((field) => field.split('=') as [string, string])));
  const user = clients.find((client) => client.id === String(id))?.user;
  const others = clients.filter((client) => client.user === user && client.id !== String(id)).length;
  if (others > 0)
    throw new BackupError(`Docfolio still runs: its Redis has ${others} other connections. Stop its processes first.`);
}
