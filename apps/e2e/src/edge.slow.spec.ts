/**
 * Behaviour that requires both the web process and the gateway: limits, hostile requests, markup.
 * @subject libs/edge/src apps/web/src services/gateway/src/http
 * @everyday services/gateway/src/http/edge.spec.ts
 */
import { expect, newVisitor, signIn, test, withOwnPlatform } from './support/test.js';

const json = { 'content-type': 'application/json' };
const lead = { name: 'Edge', email: 'edge@example.com', message: 'At the edge.', source: 'contact' };

/** Behaviour that requires both the web process and the gateway. */
test.describe('the public address of the API', () => {
  for (const bytes of [101 * 1024, 1_000_000, 5_000_000]) {
    test(`refuses a body of ${bytes} bytes with 413`, async ({ platform }) => {
      const body = JSON.stringify({ ...lead, message: 'x'.repeat(bytes) });
      const response = await fetch(`${platform.url}/api/v1/leads`, { method: 'POST', headers: json, body });
      expect(response.status).toBe(413);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.json()).toMatchObject({ code: 'body_too_large', request_id: expect.any(String) });
    });
  }

  test('responds to unreadable requests with a problem, and never with a CORS header', async ({ platform }) => {
    for (const path of ['/api/v1/%E0%A4%A', '/api/v1/nope']) {
      const response = await fetch(platform.url + path, { headers: { origin: 'https://elsewhere.example' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('limits by the address of the socket, whatever a header claims', { tag: '@replicas' }, async () => {
    test.setTimeout(300_000);
    await withOwnPlatform(
      async (platform) => {
        const statuses: number[] = [];
        for (let index = 0; index < 12; index++) {
          const response = await fetch(`${platform.url}/api/v1/leads`, {
            method: 'POST',
            headers: { ...json, 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` },
            body: JSON.stringify({ ...lead, email: `edge${index}@example.com` }),
          });
          statuses.push(response.status);
          if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        }
        expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
      },
      { RATE_LIMIT: 'on' },
    );
  });

  test('refuses unknown records, invalid ids, invalid cursors and invalid queries', async ({ page, platform }) => {
    await signIn(page);
    const token = await page.evaluate(() => JSON.stringify(localStorage).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)?.[0]);
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && json) };
      const response = await fetch(`${platform.url}/api/v1/admin/leads${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const absent = '/00000000-0000-4000-8000-000000000000';
    expect(await call('GET', absent)).toEqual([404, 'not_found']);
    expect(await call('PATCH', absent, { status: 'lost' })).toEqual([404, 'not_found']);
    expect(await call('DELETE', absent)).toEqual([404, 'not_found']);
    for (const [method, body] of [['GET'], ['PATCH', { status: 'lost' }], ['DELETE']] as const) {
      expect(await call(method, '/abc', body)).toEqual([400, 'validation_failed']);
    }
    const cursor = (...parts: unknown[]) => `?after=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
    for (const query of [
      cursor('-created_at', 'foo', 'x'),
      cursor('-created_at', 1e300, 'x'),
      cursor('-created_at', {}, 'x'),
      cursor('name', 'a', 'x'),
      '?after=%24',
      '?page=1',
      '?limit=0',
      '?limit=1e9',
      '?sort=phone',
      '?status=new&status=lost',
      '?status[$ne]=new',
      `?search=${'x'.repeat(201)}`,
    ]) {
      expect([query, ...(await call('GET', query))]).toEqual([query, 400, 'validation_failed']);
    }
  });
});

test('markup in a lead is stored and shown as text', async ({ platform, browser }) => {
  const message = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
  const response = await fetch(`${platform.url}/api/v1/leads`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...lead, name: '<b>Bold</b>', email: 'markup@example.com', message }),
  });
  expect(response.status).toBe(201);
  const owner = await newVisitor(browser, platform);
  await signIn(owner, '/admin/leads?search=markup%40example.com');
  await owner.getByText('<b>Bold</b>').first().click();
  const drawer = owner.getByRole('dialog');
  await expect(drawer.getByText(message)).toBeVisible();
  expect(await drawer.locator('img, script, b').count()).toBe(0);
  expect(await owner.title()).not.toBe('owned');
});
