import { minuteOf } from '@docfolio/admin/records/record-texts';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { posts } from '@docfolio/contracts/entities/post';
import { screen, waitFor, within } from '@testing-library/react';
import { PostsGateway, postNumber } from '../../../test/posts-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: PostsGateway;
const scheduledAt = '2027-03-01T09:00:00.000Z';
beforeAll(async () => {
  gateway = new PostsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    postNumber(1),
    postNumber(2, { published: false, category: 'Postgres' }),
    postNumber(3, { featured: true }),
    postNumber(4, { published: false, scheduled_at: scheduledAt }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const title = () => screen.getByRole('heading', { level: 1 });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the posts page', () => {
  test('shows the specified text while loading', async () => {
    const answer = deferred();
    gateway.server.on(posts.listEdited, async (request) => {
      await answer.promise;
      return gateway.table.list(request);
    });
    renderCrm('/admin/blog');
    expect(await screen.findByText('Loading blog posts...')).toBeInTheDocument();
    answer.resolve();
    await screen.findByText('Post 1');
    expect(title()).toHaveTextContent('Blog Posts (4)');
  });

  test('shows the columns in order with star, badges and dates', async () => {
    renderCrm('/admin/blog');
    await screen.findByText('Post 1');
    const heads = within(screen.getByRole('table', { name: 'Blog Posts' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Title', 'Category', 'Status', 'Published', 'Actions']);
    const published = await rowOf('Post 1');
    expect(within(published).getByText('What post 1 tells')).toBeVisible();
    expect(within(published).getByText('Architecture')).toBeVisible();
    expect(within(published).getByText('Published')).toBeVisible();
    expect(within(published).getByText(/^Nov \d\d, 2026$/)).toBeVisible();
    const draft = await rowOf('Post 2');
    expect(within(draft).getByText('Draft')).toBeVisible();
    expect(within(draft).getByText('Not published')).toBeVisible();
    expect(within(await rowOf('Post 3')).getByRole('img', { name: 'Featured' })).toBeVisible();
    expect(within(published).queryByRole('img')).not.toBeInTheDocument();
    const scheduled = await rowOf('Post 4');
    expect(within(scheduled).getByText('Scheduled')).toBeVisible();
    expect(within(scheduled).getByText(minuteOf(scheduledAt))).toBeVisible();
  });

  test('shows an empty state with links to a new post', async () => {
    gateway.table.rows = [];
    renderCrm('/admin/blog');
    expect(await screen.findByRole('heading', { name: 'No blog posts found.' })).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'Add New Post' }))
      expect(link).toHaveAttribute('href', '/admin/blog/new');
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    silenceLog();
    gateway.server.on(posts.listEdited, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/blog');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch blog posts' })).toBeVisible();
    const toasts = screen.getByRole('region', { name: 'Notifications' });
    expect(toasts).toHaveTextContent('ErrorFailed to fetch blog posts');
    gateway.server.on(posts.listEdited, (request) => gateway.table.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Post 1')).toBeVisible();
  });
});

describe('search and filter', () => {
  test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
    const { user } = renderCrm('/admin/blog');
    await screen.findByText('Post 1');
    const box = screen.getByPlaceholderText('Search posts...');
    await user.type(box, 'POSTGRES');
    await waitFor(() => expect(screen.queryByText('Post 1')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/blog?search=POSTGRES');
    await user.clear(box);
    await user.type(box, 'nothing like it');
    expect(await screen.findByRole('heading', { name: 'No posts found matching your search.' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Post 1')).toBeVisible();
  });

  test.each([
    ['Published', ['Post 1', 'Post 3']],
    ['Draft', ['Post 2', 'Post 4']],
  ])('filters by %s and writes the filter to the URL', async (option, names) => {
    const { user } = renderCrm('/admin/blog');
    await screen.findByText('Post 1');
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(title()).toHaveTextContent('Blog Posts (2)'));
    for (const name of names) expect(screen.getByText(name)).toBeVisible();
    expect(address()).toBe(`/admin/blog?status=${option.toLowerCase()}`);
  });
});

describe('row actions', () => {
  test('open the editor, and the post in a new tab', async () => {
    const { user } = renderCrm('/admin/blog');
    const row = await rowOf('Post 1');
    const view = within(row).getByRole('link', { name: 'View Post 1 in a new tab' });
    expect(view).toHaveAttribute('href', '/blog/post-1');
    expect(view).toHaveAttribute('target', '_blank');
    await user.click(within(row).getByRole('link', { name: 'Edit Post 1' }));
    // The heading of the page replaces that of its placeholder.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Edit Blog Post' })).toBeVisible());
    expect(address()).toBe(`/admin/blog/edit/${postNumber(1).id}`);
  });

  test('open and copy the preview link of a draft', async () => {
    const tab = { opener: window as unknown, location: { replace: jest.fn() }, close: jest.fn() };
    jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const { user } = renderCrm('/admin/blog');
    const row = await rowOf('Post 2');
    expect(within(row).queryByRole('link', { name: /^View/ })).not.toBeInTheDocument();
    await user.click(within(row).getByRole('button', { name: 'Preview Post 2 in a new tab' }));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('http://localhost/blog/preview/token'));
    expect(tab.opener).toBeNull();
    await user.click(within(row).getByRole('button', { name: 'More for Post 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy preview link' }));
    expect(await screen.findByText('Preview link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/blog/preview/token');
    expect(screen.getByText(/until Nov 27, 2026 12:03/)).toBeVisible();
  });

  test('delete only after the specified confirmation', async () => {
    const { user } = renderCrm('/admin/blog');
    await user.click(await screen.findByRole('button', { name: 'Delete Post 2' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Blog Post' });
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete "Post 2"? This action cannot be undone. But the trash keeps the post for 30 days, and can restore it.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(gateway.table.rows).toHaveLength(4);
  });

  test('delete a post, focus the next row, and restore the post by Undo', async () => {
    const { user } = renderCrm('/admin/blog');
    await user.click(await screen.findByRole('button', { name: 'Delete Post 2' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Blog post deleted successfully')).toBeVisible();
    await waitFor(() => expect(title()).toHaveTextContent('Blog Posts (3)'));
    await waitFor(() => expect(screen.getByRole('link', { name: /^Post 3/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Post 2')).toBeVisible();
  });

  test('show a toast and keep the row if deleting fails', async () => {
    silenceLog();
    gateway.server.on(posts.delete, 'drop');
    const { user } = renderCrm('/admin/blog');
    await user.click(await screen.findByRole('button', { name: 'Delete Post 2' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete blog post')).toBeVisible();
    expect(screen.getByText('Post 2')).toBeVisible();
  });

  test('open the newsletter dialog for a published post', async () => {
    const { user } = renderCrm('/admin/blog');
    await user.click(await screen.findByRole('button', { name: 'More for Post 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send to subscribers' }));
    expect(await screen.findByRole('dialog', { name: 'Newsletter' })).toHaveTextContent('Post 1');
  });
});

test('shows tabs for posts and comments with the number of pending comments', async () => {
  gateway.content = { ...gateway.content, pending_comments: 3 };
  renderCrm('/admin/blog');
  const tabs = await screen.findByRole('navigation', { name: 'Blog' });
  expect(within(tabs).getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page');
  expect(await within(tabs).findByRole('link', { name: /3 pending/ })).toHaveAttribute('href', '/admin/blog/comments');
});
