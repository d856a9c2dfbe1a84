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

  it('reports the process as alive whatever dependency is missing', async () => {
    health.add('redis', () => Promise.reject(new Error('unavailable')));
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  });

  it('reports the process as ready when no dependency is missing, and names those that are', async () => {
    let available = false;
    health.add('mongodb', () => Promise.resolve());
    health.add('redis', () => (available ? Promise.resolve() : Promise.reject(new Error('unavailable'))));
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['redis'] } });
    available = true;
    expect(await get('/readyz')).toEqual({ status: 200, body: { ready: true, missing: [] } });
  });

  it('leaves out the dependencies that a load balancer excludes', async () => {
    health.add('mongodb', () => Promise.reject(new Error('unavailable')));
    health.add('redis', () => Promise.reject(new Error('unavailable')));
    expect((await get('/readyz?exclude=redis')).body).toEqual({ ready: false, missing: ['mongodb'] });
    expect((await get('/readyz?exclude=redis&exclude=mongodb')).status).toBe(200);
    health.stop();
    expect((await get('/readyz?exclude=redis&exclude=mongodb')).body).toEqual({ ready: false, missing: ['stopping'] });
  });

  it('counts a check that takes longer than 2 s as failed', async () => {
    health.add('mongodb', () => new Promise(() => undefined));
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['mongodb'] } });
  });

  it('reports a stopping process as alive but not ready', async () => {
    health.stop();
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['stopping'] } });
    expect((await get('/healthz')).status).toBe(200);
  });

  it('serves nothing else', async () => {
    expect((await get('/bytes/a')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`, { method: 'POST' })).status).toBe(405);
  });
});
