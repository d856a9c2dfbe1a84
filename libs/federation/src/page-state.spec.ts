import { createQueryClient } from '@docfolio/api-client/query-client';
import { dehydrate, hydrate, QueryObserver } from '@tanstack/react-query';
import { readPageState } from './page-state.js';

function write(state: object): void {
  document.body.innerHTML = `<script type="application/json" id="page-state">${JSON.stringify(state)}</script>`;
}

it('treats responses as fresh regardless of the age of the cached page and the server’s clock', () => {
  const server = createQueryClient();
  server.setQueryData(['posts'], { items: [] }, { updatedAt: Date.now() - 3_600_000 });
  write({ origin: 'https://a.example', queries: dehydrate(server) });
  const { origin, queries } = readPageState();
  const client = createQueryClient();
  hydrate(client, queries!);
  const fetched = jest.fn();
  const observer = new QueryObserver(client, { queryKey: ['posts'], queryFn: fetched });
  observer.subscribe(() => {})();
  expect([origin, observer.getCurrentResult().data, fetched.mock.calls]).toEqual([
    'https://a.example',
    { items: [] },
    [],
  ]);
});

it('has no queries when the browser renders the page', () => {
  write({ origin: '' });
  expect(readPageState()).toEqual({ origin: '' });
});

it('throws when the document has no page state', () => {
  document.body.innerHTML = '';
  expect(() => readPageState()).toThrow('#page-state');
});
