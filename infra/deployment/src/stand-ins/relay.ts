import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Listens on `port` of all addresses and forwards connections to `targetPort` of loopback. */
export async function startRelay(port: number, targetPort: number): Promise<Server> {
  const server = createServer((from) => {
    const to = connect(targetPort, '127.0.0.1');
    from.pipe(to).pipe(from);
    // A half-open connection would look alive to a driver's pool.
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
