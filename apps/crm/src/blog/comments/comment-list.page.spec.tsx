import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { commentModeration } from '@docfolio/contracts/entities/comment-moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { CommentsGateway, commentNumber } from '../../../test/comments-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

const path = '/admin/blog/comments';
let gateway: CommentsGateway;
beforeAll(async () => {
  gateway = new CommentsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    commentNumber(1, { is_approved: true }),
    commentNumber(2),
    commentNumber(3, {
      parent_comment_id: commentNumber(1).id,
      in_reply_to: { author_name: 'Reader 1', content: 'Thought 1' },
    }),
    commentNumber(4, { is_spam: true }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const list = () => screen.findByRole('list', { name: 'Comments' });
const rows = async () => within(await list()).getAllByRole('listitem');
const names = async () => (await rows()).map((row) => row.querySelector('[data-row-open]')?.textContent);
const rowOf = async (name: string) => (await rows()).find((row) => within(row).queryByRole('link', { name }))!;
const action = async (act: string, name: string) =>
  within(await rowOf(name)).getByRole('button', { name: `${act}: comment of ${name}` });
const select = async (name: string) => within(await rowOf(name)).getByRole('checkbox');
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the comment list', () => {
  test('shows pending comments first with post and parent comment, and marks Blog as the current page', async () => {
    renderCrm(path);
    expect(await names()).toEqual(['Reader 2', 'Reader 3', 'Reader 1']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Comments (3)');
    const waiting = await rowOf('Reader 3');
    expect(waiting).toHaveTextContent('Pending');
    expect(waiting).toHaveTextContent('In reply to Reader 1: Thought 1');
    expect(within(waiting).getAllByRole('link', { name: /^A post/ })[0]).toHaveAttribute(
      'href',
      '/blog/a-post#comments',
    );
    expect(await rowOf('Reader 1')).toHaveTextContent('Approved');
    const crm = within(screen.getByRole('navigation', { name: 'CRM' }));
    expect(crm.getByRole('link', { name: /^Blog\b(?! Sub)/ })).toHaveAttribute('aria-current', 'page');
    const tabs = within(screen.getByRole('navigation', { name: 'Blog' }));
    await waitFor(() => expect(tabs.getByRole('link', { name: 'Comments 2 pending' })).toBeVisible());
  });

  test('filters by status and by search text, and writes the status to the URL', async () => {
    const { user } = renderCrm(path);
    await list();
    await user.click(screen.getByRole('button', { name: 'Spam' }));
    expect(address()).toBe(`${path}?status=spam`);
    await waitFor(async () => expect(await names()).toEqual(['Reader 4']));
    await user.click(screen.getByRole('button', { name: 'All' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search comments' }), 'thought 2');
    await waitFor(async () => expect(await names()).toEqual(['Reader 2']));
    await user.type(screen.getByRole('searchbox', { name: 'Search comments' }), '2222');
    expect(await screen.findByText('No comments match')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await rows()).toHaveLength(3);
  });

  test('shows an empty state per filter', async () => {
    gateway.reset();
    const { user } = renderCrm(path);
    expect(await screen.findByText('No comments yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pending' }));
    expect(await screen.findByText('No pending comments')).toBeVisible();
  });

  test('shows a toast and an error state with Retry if it cannot be loaded', async () => {
    silenceLog();
    const answer = gateway.table.rows;
    gateway.server.on(comments.listAll, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(path);
    expect(await screen.findAllByText('Failed to fetch comments')).toHaveLength(2);
    gateway.reset(answer);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(3);
  });

  test('shows new and changed comments on live updates and keeps the selection', async () => {
    const live = new LiveFixture(gateway.server);
    const { user } = renderCrm(path);
    await user.click(await select('Reader 3'));
    await waitFor(() => expect(live.open).toBe(1));
    const fresh = commentNumber(0, { id: commentNumber(50).id, author_name: 'Somebody new' });
    gateway.table.rows = [...gateway.table.rows, fresh];
    gateway.table.change(commentNumber(2).id, { is_approved: true });
    live.tell(
      { topic: 'blog_comments', id: fresh.id, act: 'created' },
      { topic: 'blog_comments', id: commentNumber(2).id, act: 'changed' },
    );
    await waitFor(async () => expect((await names())[0]).toBe('Somebody new'));
    await waitFor(async () => expect(await rowOf('Reader 2')).toHaveTextContent('Approved'));
    expect(await select('Reader 3')).toBeChecked();
    expect(screen.getByText('selected')).toHaveTextContent('1 selected');
  });
});

describe('a comment', () => {
  test('is approved and unapproved without moving in the list', async () => {
    const { user } = renderCrm(path);
    await user.click(await action('Approve', 'Reader 2'));
    expect(await screen.findByText('Comment approved successfully')).toBeVisible();
    expect(await names()).toEqual(['Reader 2', 'Reader 3', 'Reader 1']);
    await user.click(await action('Unapprove', 'Reader 2'));
    expect(await screen.findByText('Comment unapproved successfully')).toBeVisible();
    expect(gateway.server.requestsOf(comments.patch).map(({ body }) => body)).toEqual([
      { is_approved: true },
      { is_approved: false },
    ]);
  });

  test('is marked as spam, and Undo restores its approval', async () => {
    const { user } = renderCrm(path);
    await user.click(await action('Mark as spam', 'Reader 1'));
    expect(await screen.findByText('Comment marked as spam')).toBeVisible();
    await waitFor(async () => expect(await names()).toEqual(['Reader 2', 'Reader 3']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Comment moved back to the list')).toBeVisible();
    await waitFor(async () => expect(await rowOf('Reader 1')).toHaveTextContent('Approved'));
  });

  test('is deleted without confirmation, and restored by Undo', async () => {
    const { user } = renderCrm(path);
    await user.click(await action('Delete', 'Reader 2'));
    expect(await screen.findByText('Comment deleted successfully')).toBeVisible();
    await waitFor(async () => expect(await names()).toEqual(['Reader 3', 'Reader 1']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Comment restored')).toBeVisible();
    await waitFor(async () => expect(await names()).toContain('Reader 2'));
  });

  test('keeps its status if the approval fails, with a toast', async () => {
    silenceLog();
    gateway.server.on(comments.patch, 'drop');
    const { user } = renderCrm(path);
    await user.click(await action('Approve', 'Reader 2'));
    expect(await screen.findByText('Failed to update comment')).toBeVisible();
    expect(await rowOf('Reader 2')).toHaveTextContent('Pending');
  });

  test('opens in a drawer, and a reply as the author approves a pending comment', async () => {
    const { user } = renderCrm(path);
    await user.click(await action('Reply', 'Reader 3'));
    expect(address()).toBe(`${path}/${commentNumber(3).id}`);
    const drawer = await screen.findByRole('dialog', { name: 'Reader 3' });
    const box = within(drawer).getByRole('textbox', { name: 'Reply' });
    await waitFor(() => expect(box).toHaveFocus());
    expect(drawer).toHaveTextContent('reader3@example.com');
    expect(within(drawer).getByText('Thought 1')).toBeVisible();
    const send = within(drawer).getByRole('button', { name: 'Approve and reply' });
    expect(send).toBeDisabled();
    await user.type(box, 'Thank you.');
    await user.click(send);
    expect(await screen.findByText('Comment approved and reply published')).toBeVisible();
    const [request] = gateway.server.requestsOf(commentModeration.reply);
    expect(request?.path).toBe(`/admin/comments/${commentNumber(3).id}/replies`);
    expect(request?.body).toEqual({ content: 'Thank you.' });
    expect(box).toHaveValue('');
    await waitFor(() => expect(within(drawer).getByRole('button', { name: 'Reply' })).toBeDisabled());
    await waitFor(async () => expect(await rowOf('Alex Morgan')).toHaveTextContent('Author'));
  });

  test('keeps the text of a failed reply, and offers no reply if the post was deleted', async () => {
    silenceLog();
    gateway.server.on(commentModeration.reply, () => {
      throw new ProblemError('invalid_parent', { detail: 'Its post is not published.' });
    });
    gateway.table.change(commentNumber(2).id, { post: null });
    const { user } = renderCrm(`${path}/${commentNumber(3).id}`);
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    await user.type(box, 'Thanks{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Its post is not published.')).toBeVisible();
    expect(box).toHaveValue('Thanks');
    await user.clear(box);
    await user.click(await screen.findByRole('link', { name: 'Reader 2' }));
    expect(await screen.findByText('Its post has been deleted: nobody could read a reply.')).toBeVisible();
    expect(await rowOf('Reader 2')).toHaveTextContent('a deleted post');
  });
});

describe('several selected comments', () => {
  test('are approved together, also all loaded ones', async () => {
    const { user } = renderCrm(path);
    await user.click(await select('Reader 2'));
    const all = screen.getByRole('checkbox', { name: 'Select all loaded comments' });
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getByText('selected')).toHaveTextContent('3 selected');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('3 comments approved successfully')).toBeVisible();
    expect(gateway.server.requestsOf(commentModeration.moderate).map(({ body }) => body)).toEqual([
      { act: 'approve', ids: [2, 3, 1].map((n) => commentNumber(n).id) },
    ]);
    await waitFor(() => expect(screen.queryByText('selected')).not.toBeInTheDocument());
    await waitFor(async () => expect(await names()).toEqual(['Reader 1', 'Reader 2', 'Reader 3']));
  });

  test('are deleted together, and Undo restores all of them', async () => {
    const { user } = renderCrm(path);
    await user.click(await select('Reader 2'));
    await user.click(await select('Reader 3'));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 comments deleted successfully')).toBeVisible();
    await waitFor(async () => expect(await names()).toEqual(['Reader 1']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 comments restored')).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  test('stay selected if moderating them fails', async () => {
    silenceLog();
    gateway.server.on(commentModeration.moderate, 'drop');
    const { user } = renderCrm(path);
    await user.click(await select('Reader 2'));
    await user.click(screen.getAllByRole('button', { name: 'Spam' })[1]!);
    expect(await screen.findByText('Failed to update comments')).toBeVisible();
    expect(await select('Reader 2')).toBeChecked();
  });
});

test('moves, selects, approves and marks as spam by the keys J, X, A and S', async () => {
  const { user } = renderCrm(path);
  await list();
  await user.keyboard('j');
  expect(screen.getByRole('link', { name: 'Reader 2' })).toHaveFocus();
  await user.keyboard('x');
  expect(await select('Reader 2')).toBeChecked();
  await user.keyboard('a');
  expect(await screen.findByText('Comment approved successfully')).toBeVisible();
  await user.keyboard('js');
  expect(await screen.findByText('Comment marked as spam')).toBeVisible();
  // The row below the removed one gets the focus, even if the refetch moves that row.
  await waitFor(async () => expect(await names()).toEqual(['Reader 1', 'Reader 2']));
  expect(screen.getByRole('link', { name: 'Reader 1' })).toHaveFocus();
  await user.keyboard('j');
  expect(screen.getByRole('link', { name: 'Reader 2' })).toHaveFocus();
});
