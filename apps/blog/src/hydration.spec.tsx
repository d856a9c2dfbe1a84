import { createQueryClient, createServerQueryClient } from '@docfolio/api-client/query-client';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { posts } from '@docfolio/contracts/entities/post';
import { BrowserRouter } from '@docfolio/federation/router';
import { dehydrate, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { items, page, postPage, sampleComment, samplePost, wholePost } from '../test/samples.js';
import { likedPostsKey } from './post/liked-posts.js';
import { load, Routes } from './server.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
  server.on(posts.categories, items(['AI', 'Architecture']));
  server.on(posts.list, page([samplePost(1)], 10));
  const parts = {
    previous: samplePost(2),
    next: samplePost(3),
    related: [samplePost(2)],
    comments: [sampleComment(1), sampleComment(2, { parent_comment_id: sampleComment(1).id })],
  };
  server.on(posts.page, { json: postPage(1, {}, parts) });
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.stop());

const withClient = (client: QueryClient, page: ReactNode) => (
  <QueryClientProvider client={client}>{page}</QueryClientProvider>
);

/** Renders a page on the server and hydrates it. @returns hydration errors */
async function takeOver(path: string, beforehand: (root: HTMLElement) => void = () => {}) {
  const client = createServerQueryClient({ fetch: server.fetch });
  const { pathname, searchParams } = new URL(path, 'http://site');
  await load({ pathname, search: searchParams, patience: new AbortController().signal }, client);
  const root = document.createElement('div');
  root.innerHTML = renderToString(
    withClient(
      client,
      <StaticRouter location={path}>
        <Routes />
      </StaticRouter>,
    ),
  );
  document.body.append(root);
  window.history.replaceState(null, '', path);
  const queries = JSON.parse(JSON.stringify(dehydrate(client)));
  const browser = createQueryClient();
  hydrate(browser, queries);
  server.requests.length = 0;
  beforehand(root);
  const faults: unknown[] = [];
  await act(async () => {
    hydrateRoot(
      root,
      withClient(
        browser,
        <BrowserRouter>
          <Routes />
        </BrowserRouter>,
      ),
      {
        onRecoverableError: (error) => faults.push(error),
      },
    );
  });
  return faults;
}

it.each(['/blog', '/blog?category=AI&search=locks&page=2', '/blog/post-1'])(
  'hydrates %s without changes or requests',
  async (path) => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect(await takeOver(path)).toEqual([]);
    expect(complaints).not.toHaveBeenCalled();
    expect(server.requests).toEqual([]);
    complaints.mockRestore();
  },
);

it('shows liked posts of this browser after hydration', async () => {
  localStorage.setItem(likedPostsKey, JSON.stringify([wholePost(1).id]));
  sessionStorage.setItem(`docfolio.draft.comment.${wholePost(1).id}`, JSON.stringify({ content: 'A long thought' }));
  expect(await takeOver('/blog/post-1')).toEqual([]);
  expect(screen.getAllByRole('button', { name: 'Like 25', pressed: true })).toHaveLength(2);
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('A long thought');
});

it('keeps text typed before hydration', async () => {
  const faults = await takeOver('/blog/post-1', (root) => {
    root.querySelector<HTMLTextAreaElement>('textarea')!.value = 'Typed early';
  });
  expect(faults).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Typed early');
});

it('has forms that the browser can post before hydration', async () => {
  const forms: (string | null)[][] = [];
  await takeOver('/blog/post-1', (root) => {
    for (const form of root.querySelectorAll('form'))
      forms.push([form.getAttribute('method'), form.getAttribute('action'), form.querySelector('button')!.type]);
  });
  expect(forms).toEqual([
    ['post', '#comment', 'submit'],
    ['post', '#newsletter', 'submit'],
  ]);
});
