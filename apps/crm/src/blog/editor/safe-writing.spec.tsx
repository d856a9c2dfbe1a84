import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleUser } from '@docfolio/api-client/testing/samples';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { imageNumber, imageUpload } from '../../../test/images-gateway.js';
import { PostsGateway, postNumber } from '../../../test/posts-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: PostsGateway;
beforeAll(async () => {
  gateway = new PostsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  window.localStorage.clear();
  gateway.reset([postNumber(1, { content: 'one\ntwo\nthree' }), postNumber(2)]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const newPath = '/admin/blog/new';
const editPath = (n = 1) => `/admin/blog/edit/${postNumber(n).id}`;
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const content = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
const drafts = () =>
  Object.keys(window.localStorage)
    .filter((key) => key.startsWith('crm-post-draft'))
    .map((key) => JSON.parse(window.localStorage.getItem(key)!) as Record<string, unknown>);
const change = (changes: Partial<EditedPost>) => gateway.table.change(postNumber(1).id, changes);
const sentPatches = () => gateway.server.requestsOf(posts.patch).map(({ body }) => body);
const restoreButton = () => screen.findByRole('button', { name: 'Restore unsaved changes' });

describe('a draft of unsaved changes', () => {
  test('stores the changed fields within a second, and is removed when they are undone', async () => {
    const { user } = renderCrm(editPath());
    const title = await field('Title');
    await user.type(title, '!');
    await waitFor(() => expect(drafts()).toHaveLength(1));
    expect(drafts()[0]).toMatchObject({
      userId: sampleUser.id,
      postId: postNumber(1).id,
      version: 1,
      values: { title: 'Post 1!' },
    });
    expect(await screen.findByText('Kept in this browser')).toBeVisible();
    await user.type(title, '{Backspace}');
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  test('is stored immediately when the page is hidden, and offered when it is opened again', async () => {
    const first = renderCrm(newPath);
    await first.user.type(await field('Title'), 'Half a thought');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(drafts()[0]).toMatchObject({ postId: null, values: { title: 'Half a thought', slug: 'half-a-thought' } });
    first.unmount();

    const { user } = renderCrm(newPath);
    expect(await field('Title')).toHaveValue('');
    await user.click(await restoreButton());
    expect(await field('Title')).toHaveValue('Half a thought');
    expect(await field('Slug')).toHaveValue('half-a-thought');
    expect(screen.queryByRole('button', { name: 'Restore unsaved changes' })).not.toBeInTheDocument();
    expect(drafts()).toHaveLength(1);
    await user.type(await field('Title'), 's');
    expect(await field('Slug')).toHaveValue('half-a-thoughts');
  });

  test('is offered after the session ends and the user signs in again', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await content(), ' and more');
    await endSession();
    await waitFor(() => expect(address()).toBe('/auth'));
    await signInAs();
    await waitFor(() => expect(address()).toBe(editPath()));
    await user.click(await restoreButton());
    expect(await content()).toHaveValue('one\ntwo\nthree and more');
  });

  test('is offered for its own post only, and Discard removes it', async () => {
    const first = renderCrm(editPath());
    await first.user.type(await field('Title'), '!');
    first.unmount();
    const other = renderCrm(editPath(2));
    expect(await field('Title')).toHaveValue('Post 2');
    expect(screen.queryByRole('button', { name: 'Restore unsaved changes' })).not.toBeInTheDocument();
    other.unmount();
    const { user } = renderCrm(editPath());
    await restoreButton();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(drafts()).toEqual([]);
    expect(await field('Title')).toHaveValue('Post 1');
  });

  test('is removed by a save', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await field('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    await screen.findByText('Blog post updated successfully');
    // A draft that was stored before the save is removed within a second after it.
    await waitFor(() => expect(drafts()).toEqual([]), { timeout: 5_000 });
  });
});

describe('leaving the editor', () => {
  test('by a link asks for confirmation, and stores a draft on Leave', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await field('Title'), '!');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(editPath());
    expect(await field('Title')).toHaveValue('Post 1!');
    await user.click(screen.getByRole('link', { name: /^Leads/ }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/admin/leads'));
    await waitFor(() => expect(drafts()).toHaveLength(1));
  });

  test('by Back asks for confirmation and goes back on Leave', async () => {
    const { user } = renderCrm('/admin/blog');
    await user.click(await screen.findByRole('link', { name: 'Edit Post 1' }));
    await user.type(await field('Title'), '!');
    window.history.back();
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    await waitFor(() => expect(address()).toBe(editPath()));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/admin/blog'));
    expect(await screen.findByText('Post 2')).toBeVisible();
  });

  test('by closing the tab asks for confirmation only with unsaved changes', async () => {
    const { user } = renderCrm(editPath());
    const close = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await field('Title');
    expect(close()).toBe(false);
    await user.type(await field('Title'), '!');
    expect(close()).toBe(true);
  });

  test('without changes does not ask for confirmation', async () => {
    const { user } = renderCrm(editPath());
    await field('Title');
    await user.click(screen.getByRole('link', { name: 'Back to Posts' }));
    await waitFor(() => expect(address()).toBe('/admin/blog'));
  });
});

describe('a conflict with another save', () => {
  test('shows both texts, takes the newer value of unchanged fields, and offers a merged text', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await content(), ' THREE');
    await user.type(await field('Excerpt'), ' mine');
    change({ content: 'ONE\ntwo\nthree', title: 'Another title', category: 'Postgres' });
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    const dialog = await screen.findByRole('dialog', { name: 'This post has changed since you opened it' });
    const choice = within(within(dialog).getByRole('group', { name: 'Content' }));
    expect(choice.getByRole('radio', { name: /Yours/ })).toBeChecked();
    expect(choice.getByRole('region')).toHaveTextContent('ONE');
    const title = within(within(dialog).getByRole('group', { name: 'Title' }));
    expect(title.getByRole('radio', { name: /Saved in the meantime Another title/ })).toBeChecked();
    expect(within(dialog).queryByRole('group', { name: 'Excerpt' })).not.toBeInTheDocument();
    await user.click(choice.getByRole('radio', { name: /Both, merged/ }));
    await user.click(title.getByRole('radio', { name: /As you opened it Post 1/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Keep these' }));
    expect(await content()).toHaveValue('ONE\ntwo\nthree THREE');
    expect(await field('Title')).toHaveValue('Post 1');
    expect(await field('Category')).toHaveValue('Postgres');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    expect(await screen.findByText('Blog post updated successfully')).toBeVisible();
    expect(sentPatches().at(-1)).toEqual({
      title: 'Post 1',
      excerpt: 'What post 1 tells mine',
      content: 'ONE\ntwo\nthree THREE',
      version: 2,
    });
  });

  test('overwrites nothing on "Decide later", and the next save asks again', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await content(), '!');
    change({ content: 'theirs' });
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    await user.click(await screen.findByRole('button', { name: 'Decide later' }));
    expect(await content()).toHaveValue('one\ntwo\nthree!');
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(gateway.table.rows.find(({ id }) => id === postNumber(1).id)?.content).toBe('theirs');
  });

  test('shows a draft of an older version beside the current post', async () => {
    const first = renderCrm(editPath());
    await first.user.type(await content(), ' mine');
    first.unmount();
    change({ content: 'theirs' });
    const { user } = renderCrm(editPath());
    await user.click(await restoreButton());
    const dialog = await screen.findByRole('dialog', { name: 'This post was saved after you typed' });
    expect(screen.queryByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Keep these' }));
    expect(await content()).toHaveValue('one\ntwo\nthree mine');
    expect(screen.queryByRole('button', { name: 'Restore unsaved changes' })).not.toBeInTheDocument();
  });
});

describe('images in the text', () => {
  const png = new File(['x'], 'plan.png', { type: 'image/png' });
  const dropInto = (area: HTMLElement, files: File[]) =>
    fireEvent.drop(area, { dataTransfer: { files, types: ['Files'] } });

  test('do not change the text for a file that is no image, which is listed with an error below', async () => {
    renderCrm(editPath());
    const text = await content();
    dropInto(text, [new File(['x'], 'notes.txt', { type: 'text/plain' })]);
    expect(await screen.findByText('Please upload an image file')).toBeVisible();
    await waitFor(() => expect(text).toHaveValue('one\ntwo\nthree'));
    const rows = within(screen.getByRole('list', { name: 'Uploads' }));
    await waitFor(() => expect(rows.getByText('notes.txt')).toBeVisible());
  });

  test('leave no placeholder after a failed upload, and are inserted at the caret by Retry', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(imageUpload, 'drop');
    const { user } = renderCrm(editPath());
    const text = await content();
    text.setSelectionRange(3, 3);
    dropInto(text, [png]);
    expect(text.value).toMatch(/^one\n\n!\[Uploading plan\.png…\]\(#upload-\d+\)\n\ntwo\nthree$/);
    await waitFor(() => expect(text).toHaveValue('one\ntwo\nthree'));
    gateway.server.on(imageUpload, () => ({ status: 201, json: imageNumber(1) }));
    text.setSelectionRange(13, 13);
    await user.click(await screen.findByRole('button', { name: 'Retry plan.png' }));
    await waitFor(() => expect(text).toHaveValue(`one\ntwo\nthree\n\n![Blog image](/images/${imageNumber(1).name})`));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
  });

  test('are not uploaded from a paste that also contains text', async () => {
    renderCrm(editPath());
    const text = await content();
    const taken = !fireEvent.paste(text, { clipboardData: { files: [png], types: ['text/plain', 'Files'] } });
    expect(taken).toBe(false);
    expect(text).toHaveValue('one\ntwo\nthree');
  });
});
