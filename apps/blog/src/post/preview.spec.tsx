import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { type PreviewedPost, postPreviews, previewPath } from '@docfolio/contracts/entities/post-preview';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { wholePost } from '../../test/samples.js';
import BlogRoutes from '../routes.js';

const token = 'O93Z7opAKjf66DjsVj09XPV80_xsUz8cvxoFUD78Qyg';
const draft: PreviewedPost = { ...wholePost(1), published: false, expires_at: '2025-08-20T10:00:00.000Z' };

let server: FixtureServer;
let logged: jest.SpyInstance;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  server.on(postPreviews.read, { json: draft });
});
afterEach(() => {
  server.reset();
  logged.mockRestore();
});
afterAll(() => server.stop());

const open = () => renderPage(<BlogRoutes />, previewPath(token));

test('shows a draft like a post, with a bar and without comments', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Post number 1' })).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent(
    'Preview: this draft is not published. The link works until August 20, 2025.',
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Claim, act, settle' })).toBeVisible();
  expect(screen.getByText('8 min read')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Like|Share|Subscribe|comment/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByText(/^Comments/)).not.toBeInTheDocument();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /previews/${token}`]);
  for (const operation of [posts.neighbours, posts.related, comments.list])
    expect(server.requestsOf(operation)).toHaveLength(0);
});

test('is not indexed and has no canonical URL', async () => {
  open();
  await screen.findByRole('note');
  expect(document.title).toMatch(/^Preview: Post number 1 · /);
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(
    document.querySelector('link[rel="canonical"], meta[property="og:url"], script[type="application/ld+json"]'),
  ).toBe(null);
});

test('links to the post once it is published', async () => {
  server.on(postPreviews.read, { json: { ...draft, published: true } });
  open();
  expect(await screen.findByRole('note')).toHaveTextContent('Preview: this post is published. Read it on the site');
  expect(screen.getByRole('link', { name: 'Read it on the site' })).toHaveAttribute('href', '/blog/post-1');
});

test.each(['not_found', 'validation_failed'] as const)(
  'shows that an expired or unknown link does not work: %s',
  async (code) => {
    server.on(postPreviews.read, () => {
      throw new ProblemError(code);
    });
    open();
    expect(await screen.findByText('This preview link does not work any more')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Blog' })).toHaveAttribute('href', '/blog');
    expect(logged).not.toHaveBeenCalled();
  },
);

test('offers a retry after a failure', async () => {
  server.on(postPreviews.read, 'drop');
  open();
  expect(await screen.findByText('Failed to load this preview')).toBeVisible();
  server.on(postPreviews.read, { json: draft });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Post number 1' })).toBeVisible();
});
