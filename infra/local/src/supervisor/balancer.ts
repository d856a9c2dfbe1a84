import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Backend {
  port: number;
  isReady(): boolean;
}

const loopback = '127.0.0.1';

/**
 * Returns the client's address if it is on loopback and not 127.0.0.1, to connect from: limits per address then work as
 * without a balancer. Addresses of other networks cannot be bound here.
 */
function sourceAddress(client: Socket): string | undefined {
  const address = client.remoteAddress?.replace(/^::ffff:/, '');
  return address?.startsWith('127.') && address !== loopback ? address : undefined;
}

/** Pipes two connections into each other until both directions have ended; an error of one resets the other. */
function join(client: Socket, upstream: Socket): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    // A clean end would make a truncated response look complete.
    one.on('error', () => other.resetAndDestroy());
    one.once('close', () => other.destroySoon());
    one.pipe(other);
  }
}

/**
 * Distributes TCP connections over replicas round robin. Replicas that are not ready come last, because they may still
 * respond. Has no timeouts.
 */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private next = 0;

  constructor(private readonly backends: readonly Backend[]) {
    // Paused: nothing is read from a client before a replica is connected.
    this.server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
      this.track(client);
      // Without a listener an early error would end the process.
      client.on('error', () => undefined);
      void this.serve(client);
    });
  }

  async listen(port: number, host: string = loopback): Promise<void> {
    this.server.listen({ port, host, exclusive: true });
    await once(this.server, 'listening');
  }

  stopListening(): void {
    if (this.server.listening) this.server.close();
  }

  close(): void {
    this.stopListening();
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  private candidates(): Backend[] {
    const start = this.next++ % this.backends.length;
    const rotated = [...this.backends.slice(start), ...this.backends.slice(0, start)];
    const ready = rotated.filter((backend) => backend.isReady());
    return [...ready, ...rotated.filter((backend) => !ready.includes(backend))];
  }

  private async serve(client: Socket): Promise<void> {
    const localAddress = sourceAddress(client);
    for (const { port } of this.candidates()) {
      const upstream = connect({ port, host: loopback, localAddress, allowHalfOpen: true, noDelay: true });
      this.track(upstream);
      try {
        await once(upstream, 'connect');
      } catch {
        // Refused before anything was sent: try the next replica.
        continue;
      }
      if (client.destroyed) upstream.destroy();
      else join(client, upstream);
      return;
    }
    client.resetAndDestroy();
  }
}
