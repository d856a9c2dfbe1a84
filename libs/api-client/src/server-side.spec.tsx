/** @jest-environment node */
import { leads } from '@docfolio/contracts/entities/lead';
import { posts } from '@docfolio/contracts/entities/post';
import { renderToString } from 'react-dom/server';
import { call } from './call.js';
import { liveConnection, useLiveStatus } from './live.js';
import { createQueryClient, queryOf } from './query.js';
import { createServerQueryClient } from './query-client.js';
import { onAuthEvent, useSession } from './session.js';

function Status() {
  const { status, isAdmin } = useSession();
  return `${status} ${isAdmin}`;
}

const Live = () => useLiveStatus();

it('can be imported and rendered on a server', async () => {
  expect(typeof window).toBe('undefined');
  expect(renderToString(<Status />)).toBe('loading loading');
  expect(createQueryClient().getQueryData(queryOf(leads.list, {}).queryKey)).toBeUndefined();
  onAuthEvent(() => {})();
  expect(renderToString(<Live />)).toBe('reconnecting');
  liveConnection.subscribe(() => {})();
  await expect(call(leads.list, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});

describe('createServerQueryClient', () => {
  const respond = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

  it('sends queries with the given fetch and without the session', async () => {
    const sent: { url: string; headers: HeadersInit | undefined }[] = [];
    const client = createServerQueryClient({
      fetch: async (url, init) => {
        sent.push({ url: String(url), headers: init?.headers });
        return respond(200, { items: ['AI'] });
      },
    });
    expect(await client.fetchQuery(queryOf(posts.categories, {}))).toEqual({ items: ['AI'] });
    expect(sent).toEqual([{ url: '/api/v1/categories', headers: { accept: 'application/json' } }]);
  });

  it('does not retry and fails after the given timeout', async () => {
    let requestCount = 0;
    const client = createServerQueryClient({
      timeout: 20,
      fetch: (_url, init) => {
        requestCount += 1;
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      },
    });
    const query = client.fetchQuery(queryOf(posts.categories, {}));
    await expect(query).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(requestCount).toBe(1);
  });
});
