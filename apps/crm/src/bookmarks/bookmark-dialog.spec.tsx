import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { draftKeyOf } from '@docfolio/admin/records/use-record-editor';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { screen, waitFor, within } from '@testing-library/react';
import { BookmarksGateway, bookmarkNumber } from '../../test/bookmarks-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../test/render-crm.js';
import { bookmarkForm } from './bookmark-form.js';

const first = bookmarkNumber(1).id;
let gateway: BookmarksGateway;
beforeAll(async () => {
  gateway = new BookmarksGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([bookmarkNumber(1, { tags: ['one', '', 'two'] }), bookmarkNumber(2)]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  // The draft of a form left open would appear in the next test.
  for (const id of [undefined, first]) discardFormDraft(draftKeyOf(bookmarkForm, id));
  await endSession();
});
afterAll(() => gateway.server.stop());

const dialog = (name: string) => screen.findByRole('dialog', { name });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('Add New Bookmark', () => {
  test('requires a title and an http(s) URL', async () => {
    const { user } = renderCrm('/admin/bookmarks');
    await user.click(await screen.findByRole('button', { name: 'Add Bookmark' }));
    const form = await dialog('Add New Bookmark');
    expect(field(/^Title/)).toHaveFocus();
    expect(field('Tags')).toHaveAttribute('placeholder', 'tag1, tag2, tag3');
    await user.click(press('Create'));
    expect(await within(form).findByText('Title is required')).toBeVisible();
    expect(within(form).getByText('URL is required')).toBeVisible();
    for (const address of ['example', 'javascript:alert(1)', 'ftp://example.com', 'https://']) {
      await user.clear(field(/^URL/));
      await user.type(field(/^URL/), address);
      expect(await within(form).findByText('Invalid URL')).toBeVisible();
    }
    expect(gateway.server.requestsOf(bookmarks.create)).toHaveLength(0);
  });

  test('sends all fields once, with empty tags between commas, and lists the bookmark', async () => {
    const answer = deferred();
    const { user } = renderCrm('/admin/bookmarks?form=add');
    await dialog('Add New Bookmark');
    await user.type(field(/^Title/), 'A page');
    await user.type(field(/^URL/), 'https://example.com/a?b=c');
    await user.type(field('Description'), 'Why it is kept');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Libraries' }));
    await user.type(field('Tags'), ' react , , web design');
    await user.click(screen.getByRole('switch', { name: 'Featured bookmark' }));
    gateway.server.on(bookmarks.create, async ({ body }) => {
      await answer.promise;
      const made = bookmarkNumber(7, { ...(body as object), created_at: '2027-01-01T00:00:00.000Z' });
      gateway.table.rows = [...gateway.table.rows, made];
      return { status: 201, json: made };
    });
    await user.click(press('Create'));
    await waitFor(() => expect(press('Create')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(press('Create'));
    answer.resolve();
    expect(await screen.findByText('Bookmark created successfully')).toBeVisible();
    const sent = gateway.server.requestsOf(bookmarks.create);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      title: 'A page',
      url: 'https://example.com/a?b=c',
      description: 'Why it is kept',
      category: 'libraries',
      tags: ['react', '', 'web design'],
      is_featured: true,
    });
    expect(await screen.findByRole('article', { name: 'A page' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/bookmarks');
  });

  test('sends null for empty optional fields and an empty list for no tags', async () => {
    const { user } = renderCrm('/admin/bookmarks?form=add');
    await dialog('Add New Bookmark');
    await user.type(field(/^Title/), 'Bare');
    await user.type(field(/^URL/), 'https://example.com');
    await user.click(press('Create'));
    expect(await screen.findByText('Bookmark created successfully')).toBeVisible();
    expect(gateway.server.requestsOf(bookmarks.create)[0]?.body).toMatchObject({
      description: null,
      category: null,
      tags: [],
      is_featured: false,
    });
  });

  test("shows the specified toast with the server's message if saving fails, and keeps the form", async () => {
    silenceLog();
    gateway.server.on(bookmarks.create, () => {
      throw new ProblemError('saturated');
    });
    const { user } = renderCrm('/admin/bookmarks?form=add');
    await dialog('Add New Bookmark');
    await user.type(field(/^Title/), 'A page');
    await user.type(field(/^URL/), 'https://example.com');
    await user.click(press('Create'));
    expect(await screen.findByText('Error creating bookmark')).toBeVisible();
    expect(screen.getByText('The service is busy')).toBeVisible();
    expect(field(/^Title/)).toHaveValue('A page');
    expect(await dialog('Add New Bookmark')).toBeVisible();
  });
});

describe('Edit Bookmark', () => {
  test('shows the tags as typed and sends only changed fields', async () => {
    const { user } = renderCrm(`/admin/bookmarks?form=${first}`);
    await dialog('Edit Bookmark');
    expect(await screen.findByRole('textbox', { name: 'Tags' })).toHaveValue('one, , two');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'No category' }));
    await user.clear(field('Description'));
    await user.click(press('Update'));
    expect(await screen.findByText('Bookmark updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(bookmarks.patch)[0]?.body).toEqual({
      version: 1,
      category: null,
      description: null,
    });
  });

  test('shows the specified toast if saving fails, and keeps the form', async () => {
    silenceLog();
    gateway.server.on(bookmarks.patch, 'drop');
    const { user } = renderCrm(`/admin/bookmarks?form=${first}`);
    await dialog('Edit Bookmark');
    await user.type(await screen.findByRole('textbox', { name: /^Title/ }), '!');
    await user.click(press('Update'));
    expect(await screen.findByText('Error updating bookmark')).toBeVisible();
    expect(field(/^Title/)).toHaveValue('Page 1!');
  });

  test('shows both versions of a bookmark changed by another save, and keeps the typed text', async () => {
    const { user } = renderCrm(`/admin/bookmarks?form=${first}`);
    await dialog('Edit Bookmark');
    await user.type(await screen.findByRole('textbox', { name: 'Tags' }), ', three');
    gateway.table.change(first, { tags: ['other'], title: 'Renamed' });
    await user.click(press('Update'));
    expect(await screen.findByText('This bookmark has changed since you opened it')).toBeVisible();
    expect(field(/^Title/)).toHaveValue('Renamed');
    expect(field('Tags')).toHaveValue('one, , two, three');
    const choice = screen.getByRole('group', { name: 'Tags' });
    await user.click(within(choice).getByRole('radio', { name: 'Saved in the meantime other' }));
    expect(field('Tags')).toHaveValue('other');
    await user.click(within(choice).getByRole('radio', { name: /^Yours/ }));
    await user.click(press('Update'));
    expect(await screen.findByText('Bookmark updated successfully')).toBeVisible();
    expect(gateway.table.rows[0]).toMatchObject({ title: 'Renamed', tags: ['one', '', 'two', 'three'] });
  });

  test('says that a deleted bookmark does not exist', async () => {
    gateway.table.rows = [];
    renderCrm(`/admin/bookmarks?form=${first}`);
    expect(await within(await dialog('Edit Bookmark')).findByText('This bookmark is not here')).toBeVisible();
  });
});
