import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { dismissToast } from '@docfolio/ui/runtime';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { accepted, items, sampleComment, samplePost, stored } from '../../test/samples.js';
import { Comments } from './comments.js';

const postId = samplePost(1).id;
const [first, second] = [sampleComment(1), sampleComment(2)];

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => server.on(comments.list, items([first, second])));
afterEach(() => {
  act(() => dismissToast());
  sessionStorage.clear();
  server.reset();
});
afterAll(() => server.stop());

const open = () => renderPage(<Comments id="comments" postId={postId} />, '/blog/post-1');
const form = (name = 'Comment') => within(screen.getByRole('form', { name }));
const field = (name: string, of?: string) => form(of).getByRole('textbox', { name });
const send = () => form().getByRole('button', { name: 'Send comment' });
const sent = () => server.requestsOf(comments.submit);
const keys = () => sent().map(({ headers }) => headers['idempotency-key']);
const threads = () => within(screen.getAllByRole('list')[0]!).getAllByRole('listitem');

async function write(user: ReturnType<typeof userEvent.setup>, content = 'Well said', of?: string) {
  await user.type(field('Name', of), 'Ada');
  await user.type(field(of ? 'Reply' : 'Comment', of), content);
}

describe('the comments', () => {
  it('are listed oldest first with their replies and long dates', async () => {
    const reply = sampleComment(3, { parent_comment_id: first.id, author_name: 'Alex Morgan' });
    server.on(comments.list, items([first, second, reply]));
    open();
    expect(await screen.findByRole('heading', { name: 'Comments 3' })).toBeVisible();
    expect(threads()[0]).toHaveTextContent('Reader 1August 13, 2025Thought 1');
    const replies = screen.getByRole('list', { name: 'Replies to Reader 1' });
    expect(within(replies).getByRole('listitem')).toHaveTextContent('Alex MorganAugust 13, 2025Thought 3');
    expect(within(replies).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Reply to/ })).toHaveLength(2);
  });

  it('mark the author of the post, but not others of the same name', async () => {
    const own = sampleComment(3, { author_name: 'Alex Morgan', by_author: true });
    server.on(comments.list, items([sampleComment(1, { author_name: 'Alex Morgan' }), own]));
    open();
    await screen.findByRole('heading', { name: 'Comments 2' });
    expect(threads()[0]).not.toHaveTextContent('Author');
    expect(threads()[1]).toHaveTextContent('Alex MorganAuthorAugust 13, 2025');
  });

  it('are shown as text', async () => {
    const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    server.on(comments.list, items([sampleComment(1, { content: markup, author_name: '<b>Ada</b>' })]));
    open();
    expect(await screen.findByText(markup)).toBeVisible();
    expect(screen.getByText('<b>Ada</b>')).toBeVisible();
    expect(document.querySelector('section img, section script, section b')).toBeNull();
  });

  it('show a reply whose comment is no longer public', async () => {
    server.on(comments.list, items([sampleComment(3, { parent_comment_id: first.id })]));
    open();
    expect(await screen.findByText('Thought 3')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Reply to/ })).not.toBeInTheDocument();
  });

  it('show a note if there are none', async () => {
    server.on(comments.list, items([]));
    open();
    expect(await screen.findByText('No comments yet.')).toBeVisible();
  });

  it('can be loaded again after a failure, which is logged', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    server.on(comments.list, () => {
      throw new ProblemError('unavailable');
    });
    const user = userEvent.setup();
    open();
    expect(screen.getByText('Loading comments')).toBeInTheDocument();
    expect(await screen.findByText('No comments yet.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('The comments of the post could not be loaded', expect.anything());
    logged.mockRestore();
    server.on(comments.list, items([first]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Thought 1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});

describe('an invalid comment', () => {
  it.each([
    ['nothing', '', '', 'Name'],
    ['no name', '  ', 'Well said', 'Name'],
    ['no comment', 'Ada', '  ', 'Comment'],
  ])('is refused: %s', async (_, name, content, focused) => {
    const user = userEvent.setup();
    open();
    if (name) await user.type(field('Name'), name);
    if (content) await user.type(field('Comment'), content);
    await user.click(send());
    expect(await screen.findByText('Missing fields')).toBeVisible();
    expect(screen.getByText('Please fill in name and comment fields.')).toBeVisible();
    expect(field(focused)).toHaveFocus();
    expect(field(focused)).toBeInvalid();
    expect(sent()).toEqual([]);
  });

  it('is refused with an error at the invalid email address', async () => {
    const user = userEvent.setup();
    open();
    await write(user);
    await user.type(field('Email'), 'ada@');
    await user.click(send());
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(field('Email')).toHaveFocus();
    expect(sent()).toEqual([]);
  });
});

describe('a comment', () => {
  it.each([
    ['stored', stored],
    ['accepted for later', accepted],
  ])('is pending approval and the form is reset when %s', async (_, answer) => {
    server.on(comments.submit, answer);
    const user = userEvent.setup();
    open();
    await write(user, ' Well \n said ');
    await user.type(field('Email'), 'ada@example.com');
    await user.click(send());
    expect(await screen.findByText('Comment submitted')).toBeVisible();
    expect(screen.getByText('Your comment is pending approval and will appear once reviewed.')).toBeVisible();
    expect(screen.getByText(/Your comment is waiting to be read/)).toBeVisible();
    for (const name of ['Name', 'Email', 'Comment']) expect(field(name)).toHaveValue('');
    expect(sent()[0]).toMatchObject({ path: `/posts/${postId}/comments` });
    expect(sent()[0]?.body).toEqual({
      parent_comment_id: null,
      author_name: 'Ada',
      author_email: 'ada@example.com',
      content: 'Well \n said',
    });
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps its text and Idempotency-Key over a reload after a failure', async () => {
    server.on(comments.submit, 'drop');
    const user = userEvent.setup();
    const { unmount } = open();
    await write(user);
    await user.click(send());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.getByText('Failed to submit comment. Please try again.')).toBeVisible();
    expect(field('Comment')).toHaveValue('Well said');
    unmount();
    server.on(comments.submit, stored);
    open();
    expect(field('Name')).toHaveValue('Ada');
    expect(field('Comment')).toHaveValue('Well said');
    await user.click(send());
    await screen.findByText('Comment submitted');
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('of a bot is sent with the honeypot and shows the normal success', async () => {
    server.on(comments.submit, stored);
    const user = userEvent.setup();
    open();
    await write(user);
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]')!;
    expect(trap.closest('[aria-hidden="true"]')).toHaveAttribute('inert');
    trap.value = 'http://spam.example';
    await user.click(send());
    await screen.findByText('Comment submitted');
    expect(sent()[0]?.body).toMatchObject({ website: 'http://spam.example' });
  });
});

describe('a reply form', () => {
  const reply = (n: number) => screen.findByRole('button', { name: `Reply to Reader ${n}` });

  it('is open for one comment at a time and closes with Reply', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await reply(1));
    expect(screen.getByRole('form', { name: 'Reply to Reader 1' })).toBeVisible();
    expect(await reply(1)).toHaveAttribute('aria-expanded', 'true');
    await user.click(await reply(2));
    expect(screen.getByRole('form', { name: 'Reply to Reader 2' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Reply to Reader 1' })).not.toBeInTheDocument();
    await user.click(await reply(2));
    expect(screen.queryByRole('form', { name: /^Reply/ })).not.toBeInTheDocument();
  });

  it('requires a name and a reply', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await reply(1));
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText('Missing fields')).toBeVisible();
    expect(screen.getByText('Please fill in name and reply fields.')).toBeVisible();
  });

  it('sends the reply to its comment and closes', async () => {
    server.on(comments.submit, stored);
    const user = userEvent.setup();
    open();
    await user.click(await reply(2));
    await write(user, 'So do I', 'Reply to Reader 2');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText('Comment submitted')).toBeVisible();
    expect(sent()[0]?.body).toMatchObject({ parent_comment_id: second.id, content: 'So do I' });
    expect(screen.queryByRole('form', { name: /^Reply/ })).not.toBeInTheDocument();
    expect(screen.getByText(/Your reply is waiting to be read/)).toBeVisible();
  });

  it('keeps its draft while closed', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await reply(1));
    await write(user, 'Half a thought', 'Reply to Reader 1');
    await user.click(await reply(1));
    await user.click(await reply(1));
    expect(field('Reply', 'Reply to Reader 1')).toHaveValue('Half a thought');
  });
});
