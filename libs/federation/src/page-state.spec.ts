import { createQueryClient } from '@docfolio/api-client/query-client';
import { dehydrate, hydrate, QueryObserver } from '@tanstack/react-query';
import { readPageState } from './page-state.js';

function write(state: object): void {
  document.body.innerHTML = `<script type="application/json" id="page-state">${JSON.stringify(state)}</script>`;
}

it('counts answers as fresh, however long the page was kept and whatever the server’s clock says', () => {
  const server = createQueryClient();
  server.setQueryData(['posts'], { items: [] }, { updatedAt: Date.now() - 3_600_000 });
  write({ origin: 'https://a.example', queries: dehydrate(server) });
  const { origin, queries } = readPageState();
  const client = createQueryClient();
  hydrate(client, queries!);
  const asked = jest.fn();
  const observer = new QueryObserver(client, { queryKey: ['posts'], queryFn: asked });
  observer.subscribe(() => {})();
  expect([origin, observer.getCurrentResult().data, asked.mock.calls]).toEqual([
    'https://a.example',
    { items: [] },
    [],
  ]);
});

it('has no answers where the browser draws the page', () => {
  write({ origin: '' });
  expect(readPageState()).toEqual({ origin: '' });
});

it('fails in a document that isn’t the web process’', () => {
  document.body.innerHTML = '';
  expect(() => readPageState()).toThrow('#page-state');
});
