// A server process for shutdown.spec.ts: `node draining.fixture.js <drain seconds> finish|fail|hang`.
import { HealthRegistry } from '../health.js';
import { listen } from '../http-server.js';
import { startInternalServer } from '../internal-server.js';
import { shutDownOnSignal } from '../shutdown.js';

const [drain, how] = process.argv.slice(2);
const health = new HealthRegistry();
const server = await listen((_request, response) => response.end('served'), '127.0.0.1', 0);
const internal = await startInternalServer(health, '127.0.0.1', 0);

async function stop(): Promise<void> {
  if (how === 'fail') throw new Error('cannot stop');
  if (how === 'hang') return new Promise(() => undefined);
  await server.close();
  await internal.close();
}

const log = { info: () => undefined, error: () => undefined };
shutDownOnSignal({ health, log, drainSeconds: Number(drain), stop, stopTimeout: 1_000 });
console.log(JSON.stringify({ http: server.port, internal: internal.port }));
