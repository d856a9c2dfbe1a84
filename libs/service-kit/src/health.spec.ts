import { HealthRegistry, type HealthServer, startHealthServer } from './health.js';

describe('health', () => {
  let server: HealthServer;
  let health: HealthRegistry;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, body: await response.json() };
  };

  beforeEach(async () => {
    health = new HealthRegistry();
    server = await startHealthServer(health, '127.0.0.1', 0);
  });
  afterEach(() => server.close());

  it('is alive whatever is missing', async () => {
    health.add('redis', () => Promise.reject(new Error('away')));
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  });

  it('is ready when nothing is missing, and names what is', async () => {
    let away = true;
    health.add('mongodb', () => Promise.resolve());
    health.add('redis', () => (away ? Promise.reject(new Error('away')) : Promise.resolve()));
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['redis'] } });
    away = false;
    expect(await get('/readyz?verbose')).toEqual({ status: 200, body: { ready: true, missing: [] } });
  });

  it('takes a check that does not answer for a missing server', async () => {
    health.add('mongodb', () => new Promise(() => undefined));
    expect((await get('/readyz')).body).toEqual({ ready: false, missing: ['mongodb'] });
  });

  it('is not ready any more while it stops', async () => {
    health.stop();
    expect(await get('/readyz')).toEqual({ status: 503, body: { ready: false, missing: ['stopping'] } });
  });
});
