import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Listens on all addresses and forwards each connection to a loopback port. */
export async function startRelay(port: number, targetPort: number): Promise<Server> {
  const server = createServer((from) => {
    const to = connect(targetPort, '127.0.0.1');
    from.pipe(to).pipe(from);
    // Close both ends together: half a connection would look alive to a driver's pool.
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await once(server.listen(port, '0.0.0.0'), 'listening');
  return server;
}
