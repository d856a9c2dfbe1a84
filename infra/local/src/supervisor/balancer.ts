import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A replica that connections can be given to, on loopback. */
export interface Backend {
  port: number;
  isReady(): boolean;
}

const LOOPBACK = '127.0.0.1';

/**
 * The address to connect from: a client's own where it is one of loopback's (127.0.0.0/8), so that limits which count by
 * address see the same clients as without a balancer. An address of another network cannot be bound here.
 */
function sourceAddress(client: Socket): string | undefined {
  const address = client.remoteAddress?.replace(/^::ffff:/, '');
  return address?.startsWith('127.') && address !== LOOPBACK ? address : undefined;
}

/** Joins two connections until both directions have ended; a reset of one resets the other. */
function join(client: Socket, upstream: Socket): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    // A clean end would make a response that was cut short look complete.
    one.on('error', () => other.resetAndDestroy());
    one.once('close', () => other.destroySoon());
    one.pipe(other);
  }
}

/**
 * Balances TCP connections over replicas, one after the other. Replicas that are not ready are only used when no other
 * accepts: they may still be able to say what they are waiting for. Has no timeouts of its own.
 */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private next = 0;

  constructor(private readonly backends: readonly Backend[]) {
    // Paused: nothing is read from a client, and so nothing is lost, before there is a replica for it.
    this.server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
      this.track(client);
      // Without a listener an error before the connection is joined would end the process.
      client.on('error', () => undefined);
      void this.serve(client);
    });
  }

  async listen(port: number, host: string = LOOPBACK): Promise<void> {
    this.server.listen({ port, host, exclusive: true });
    await once(this.server, 'listening');
  }

  /** Refuses new connections; those that exist go on. */
  stopListening(): void {
    if (this.server.listening) this.server.close();
  }

  /** Refuses new connections and resets those that are left. */
  close(): void {
    this.stopListening();
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  /** The backends in the order in which they are tried. */
  private candidates(): Backend[] {
    const start = this.next++ % this.backends.length;
    const rotated = [...this.backends.slice(start), ...this.backends.slice(0, start)];
    const ready = rotated.filter((backend) => backend.isReady());
    return [...ready, ...rotated.filter((backend) => !ready.includes(backend))];
  }

  private async serve(client: Socket): Promise<void> {
    const localAddress = sourceAddress(client);
    for (const { port } of this.candidates()) {
      const upstream = connect({ port, host: LOOPBACK, localAddress, allowHalfOpen: true, noDelay: true });
      this.track(upstream);
      try {
        await once(upstream, 'connect');
      } catch {
        // Refused before anything was sent: another replica may take it.
        continue;
      }
      if (client.destroyed) upstream.destroy();
      else join(client, upstream);
      return;
    }
    client.resetAndDestroy();
  }
}
