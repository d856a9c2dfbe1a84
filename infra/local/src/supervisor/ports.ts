import { createSocket, type Socket } from 'node:dgram';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Private ports are below those of outgoing connections (Linux 32768-60999, others 49152-65535). Otherwise an outgoing
 * connection could take the port of a restarting child, even one to that child: a TCP socket can connect to itself.
 */
const firstPort = 15_000;
const lastPort = 32_000;

export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Reservations of this process. They last as long as it. */
const reservations = new Map<number, Socket>();

/**
 * Reserves a port until this process ends, also against other platforms that start at the same time: between the choice
 * of a port and its use there are seconds. The UDP port of the same number is the lock, as nothing else uses it.
 * @returns false if it is reserved already
 */
function reserve(port: number): Promise<boolean> {
  if (reservations.has(port)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      reservations.set(port, socket.unref());
      resolve(true);
    });
  });
}

/** Returns a free loopback port that no other call gets, in any process. @throws Error when 200 random ports are in use */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
    if ((await reserve(port)) && (await isFree(port, '127.0.0.1'))) return port;
  }
  throw new Error(`No free port between ${firstPort} and ${lastPort}.`);
}

/** Returns inodes of the sockets that listen on a port (proc_net_tcp: address in hex, state 0A = LISTEN). */
function listeningInodes(port: number): Set<string> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = new Set<string>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let table: string;
    try {
      table = readFileSync(file, 'utf8');
    } catch {
      continue;
    }
    for (const line of table.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(`:${wanted}`) && fields[3] === '0A' && fields[9]) inodes.add(fields[9]);
    }
  }
  return inodes;
}

/** Returns the inode of an open file that is a socket; undefined for others, and if it has been closed in the meantime. */
function socketInode(path: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1];
  } catch {
    return undefined;
  }
}

/** Returns the listener of a port as `node (pid 123)`; undefined if it belongs to another user, or without /proc. */
export function portHolder(port: number): string | undefined {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const holds = readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.has(socketInode(`/proc/${pid}/fd/${fd}`) ?? ''));
      if (holds) return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (pid ${pid})`;
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return undefined;
}
