import { HealthRegistry } from './health.js';
import type { ListeningServer } from './http-server.js';
import { startInternalServer } from './internal-server.js';

describe('the internal server', () => {
  let server: ListeningServer;
  let health: HealthRegistry;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, body: await response.json() };
  };

  beforeEach(async () => {
    health = new HealthRegistry();
    server = await startInternalServer(health, '127.0.0.1', 0);
  });
  afterEach(() => server.close());

  it('responds 200 on /healthz while a dependency is unavailable', async () => {
    health.add('redis', () => Promise.reject(new Error('unavailable')));
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  });

  it('responds 200 on /readyz, or 503 with the names of unavailable dependencies', async () => {
    let available = false;
    health.add('mongodb', () => Promise.resolve());
    health.add('redis', () => (available ? Promise.resolve() : Promise.reject(new Error('unavailable'))));
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['redis'] } });
    available = true;
    expect(await get('/readyz')).toEqual({ status: 200, body: { ready: true, missing: [] } });
  });

  it('leaves excluded dependencies out of /readyz, but never the shutdown', async () => {
    health.add('mongodb', () => Promise.reject(new Error('unavailable')));
    health.add('redis', () => Promise.reject(new Error('unavailable')));
    expect((await get('/readyz?exclude=redis')).body).toEqual({ ready: false, missing: ['mongodb'] });
    expect((await get('/readyz?exclude=redis&exclude=mongodb')).status).toBe(200);
    health.stop();
    expect((await get('/readyz?exclude=redis&exclude=mongodb')).body).toEqual({ ready: false, missing: ['stopping'] });
  });

  it('counts a readiness check that takes longer than 2 s as failed', async () => {
    health.add('mongodb', () => new Promise(() => undefined));
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['mongodb'] } });
  });

  it('reports a stopping process as alive but not ready', async () => {
    health.stop();
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['stopping'] } });
    expect((await get('/healthz')).status).toBe(200);
  });

  it('responds 404 to other paths and 405 to other methods', async () => {
    expect((await get('/bytes/a')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`, { method: 'POST' })).status).toBe(405);
  });
});
