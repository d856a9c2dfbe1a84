import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { posts } from '@docfolio/contracts/entities/post';
import { postRevisions } from '@docfolio/contracts/entities/post-revision';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PostsGateway, postNumber } from '../../../test/posts-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: PostsGateway;
beforeAll(async () => {
  gateway = new PostsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  window.localStorage.clear();
  gateway.reset([postNumber(1, { content: 'Hello' }), postNumber(2, { published: false })]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

type User = ReturnType<typeof renderCrm>['user'];
const newPath = '/admin/blog/new';
const editPath = (n = 1) => `/admin/blog/edit/${postNumber(n).id}`;
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const content = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const sentPatches = () => gateway.server.requestsOf(posts.patch).map(({ body }) => body);

/** Fills the required fields of a new post. */
async function fill(user: User) {
  await user.type(await field('Title'), 'Splitting a ledger');
  await user.type(await field('Category'), 'Architecture');
  await user.type(await field('Excerpt'), 'In short');
  await user.type(await content(), 'Some text');
}

describe('a new post', () => {
  test('has an empty form with the specified placeholders and links', async () => {
    renderCrm(newPath);
    expect(await screen.findByRole('heading', { level: 1, name: 'Create New Blog Post' })).toBeVisible();
    expect(await field('Title')).toHaveFocus();
    expect(await field('Category')).toHaveAttribute('placeholder', 'e.g., Android, iOS, Web');
    expect(await field('Read Time')).toHaveAttribute('placeholder', 'e.g., 5 min read');
    expect(await content()).toHaveAttribute('placeholder', 'Write your blog post content using Markdown...');
    expect(await content()).toHaveAttribute('rows', '20');
    expect(await field('Tags')).toHaveValue('');
    expect(screen.getByRole('switch', { name: 'Published' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Featured' })).not.toBeChecked();
    for (const name of ['Back to Posts', 'Cancel'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/admin/blog');
    expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
  });

  test('is sent with all fields and appears in the list', async () => {
    const { user } = renderCrm(newPath);
    await fill(user);
    await user.type(await field('Tags'), ' postgres, ,sql ,');
    await user.click(screen.getByRole('switch', { name: 'Published' }));
    await press(user, 'Create Post');
    expect(await screen.findByText('Blog post created successfully')).toBeVisible();
    expect(address()).toBe('/admin/blog');
    expect(await screen.findByText('Splitting a ledger')).toBeVisible();
    expect(gateway.server.requestsOf(posts.create)[0]?.body).toEqual({
      title: 'Splitting a ledger',
      slug: 'splitting-a-ledger',
      excerpt: 'In short',
      content: 'Some text',
      category: 'Architecture',
      tags: ['postgres', 'sql'],
      published: true,
      featured: false,
      scheduled_at: null,
      read_time: null,
    });
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('crm-post-draft'))).toEqual([]);
  });

  test('derives its slug from the title unless the slug was typed', async () => {
    const { user } = renderCrm(newPath);
    await user.type(await field('Title'), ' Ünder the -- Hood!');
    expect(await field('Slug')).toHaveValue('nder-the-hood');
    await user.type(await field('Slug'), '-2');
    await user.type(await field('Title'), ' more');
    expect(await field('Slug')).toHaveValue('nder-the-hood-2');
    await user.clear(await field('Slug'));
    await user.type(await field('Title'), 's');
    expect(await field('Slug')).toHaveValue('nder-the-hood-mores');
  });

  test('shows the specified error at each missing field without a request', async () => {
    const { user } = renderCrm(newPath);
    await press(user, 'Create Post');
    for (const name of ['Title', 'Slug', 'Excerpt', 'Content', 'Category'])
      expect(await screen.findByText(`${name} is required`)).toBeVisible();
    expect(await field('Title')).toHaveFocus();
    expect(gateway.server.requestsOf(posts.create)).toEqual([]);
    await user.type(await field('Title'), 'A');
    await waitFor(() => expect(screen.queryByText('Slug is required')).not.toBeInTheDocument());
  });

  test('shows an error at the slug if it is taken, and keeps the text', async () => {
    gateway.takeSlug();
    const { user } = renderCrm(newPath);
    await fill(user);
    await press(user, 'Create Post');
    expect(await screen.findByText('Another post has this slug')).toBeVisible();
    expect(await field('Slug')).toHaveFocus();
    expect(await content()).toHaveValue('Some text');
  });

  describe('whose title has no a-z', () => {
    const slugsOf = () => gateway.server.requestsOf(posts.create).map(({ body }) => (body as { slug: string }).slug);

    test('is created under the next free slug if another post of the day has its automatic one', async () => {
      const { user } = renderCrm(newPath);
      await fill(user);
      await user.clear(await field('Title'));
      await user.type(await field('Title'), 'こんにちは');
      const day = (await field('Slug')).value;
      expect(day).toMatch(/^post-\d{4}-\d\d-\d\d$/);
      gateway.takeSlugs(day, `${day}-2`);
      await press(user, 'Create Post');
      expect(await screen.findByText('Blog post created successfully')).toBeVisible();
      expect(slugsOf()).toEqual([day, `${day}-2`, `${day}-3`]);
    });

    test('shows an error at a typed slug that is taken, and does not change it', async () => {
      gateway.takeSlugs('post-2026-11-28');
      const { user } = renderCrm(newPath);
      await fill(user);
      await user.clear(await field('Title'));
      await user.type(await field('Title'), 'こんにちは');
      await user.clear(await field('Slug'));
      await user.type(await field('Slug'), 'post-2026-11-28');
      await press(user, 'Create Post');
      expect(await screen.findByText('Another post has this slug')).toBeVisible();
      expect(slugsOf()).toEqual(['post-2026-11-28']);
    });
  });

  test('is sent with its publishing time as a timestamp, and Published hides that field', async () => {
    const { user } = renderCrm(newPath);
    await fill(user);
    const at = screen.getByLabelText('Publish at');
    await user.type(at, '2027-03-01T09:30');
    await press(user, 'Create Post');
    await screen.findByText('Blog post created successfully');
    expect(gateway.server.requestsOf(posts.create)[0]?.body).toMatchObject({
      scheduled_at: new Date(2027, 2, 1, 9, 30).toISOString(),
    });
    renderCrm(newPath);
    await user.click((await screen.findAllByRole('switch', { name: 'Published' }))[0]!);
    expect(screen.queryByLabelText('Publish at')).not.toBeInTheDocument();
  });

  test('focuses the content on Enter in the title, without a request', async () => {
    const { user } = renderCrm(newPath);
    await user.type(await field('Title'), 'A{Enter}');
    expect(await content()).toHaveFocus();
    expect(gateway.server.requestsOf(posts.create)).toEqual([]);
  });
});

describe('an existing post', () => {
  test.each([editPath(), `/admin/blog/${postNumber(1).id}`])('opens at %s', async (path) => {
    renderCrm(path);
    expect(await field('Title')).toHaveValue('Post 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Blog Post' })).toHaveFocus();
    expect(await field('Slug')).toHaveValue('post-1');
    expect(await field('Tags')).toHaveValue('one, two');
    expect(await content()).toHaveValue('Hello');
    expect(screen.getByText('Saved')).toBeVisible();
  });

  test('is updated with its changed fields and the loaded version, and keeps its slug', async () => {
    const { user } = renderCrm(editPath());
    await user.type(await field('Title'), ' again');
    await press(user, 'Update Post');
    expect(await screen.findByText('Blog post updated successfully')).toBeVisible();
    expect(address()).toBe('/admin/blog');
    expect(sentPatches()).toEqual([{ title: 'Post 1 again', version: 1 }]);
  });

  test('shows that it does not exist, or a toast and Retry if it cannot be fetched', async () => {
    silenceLog();
    const { unmount } = renderCrm(editPath(9));
    expect(await screen.findByRole('heading', { name: 'This post is not here' })).toBeVisible();
    unmount();
    gateway.server.on(posts.get, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(editPath());
    expect(await screen.findByRole('heading', { name: 'Failed to fetch blog post' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('ErrorFailed to fetch blog post');
    gateway.server.on(posts.get, (request) => ({ json: gateway.table.find(request) }));
    await press(user, 'Retry');
    expect(await field('Title')).toHaveValue('Post 1');
  });

  test('shows a toast and keeps the text if saving fails', async () => {
    silenceLog();
    gateway.server.on(posts.patch, 'drop');
    const { user } = renderCrm(editPath());
    await user.type(await content(), ' world');
    await press(user, 'Update Post');
    expect(await screen.findByText('Failed to save blog post')).toBeVisible();
    expect(await content()).toHaveValue('Hello world');
    expect(await screen.findByText('Offline, stored in this browser')).toBeVisible();
    expect(address()).toBe(editPath());
  });

  test('has a preview link while it is a draft, copied with its expiry shown', async () => {
    const { user } = renderCrm(editPath(2));
    await press(user, 'Preview link');
    expect(await screen.findByText('Preview link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/blog/preview/token');
    expect(screen.getByText(/until Nov 27, 2026 12:03/)).toBeVisible();
  });
});

describe('keyboard shortcuts', () => {
  test('format the text by Ctrl-B, I and K in the content, and Ctrl-B toggles the sidebar elsewhere', async () => {
    const { user } = renderCrm(newPath);
    const text = await content();
    await user.click(text);
    await user.keyboard('{Control>}b{/Control}');
    expect(text).toHaveValue('**bold text**');
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('bold text');
    await user.clear(text);
    await user.keyboard('{Control>}i{/Control}');
    expect(text).toHaveValue('*italic text*');
    await user.clear(text);
    await user.keyboard('{Meta>}k{/Meta}');
    expect(text).toHaveValue('[link text](https://example.com)');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('CRM Dashboard')).toBeVisible();
    await user.click(await field('Title'));
    await user.keyboard('{Control>}b{/Control}');
    expect(screen.queryByText('CRM Dashboard')).not.toBeInTheDocument();
    await user.keyboard('{Control>}b{/Control}');
  });

  test('save by Ctrl-S without leaving the editor, first as a creation and then as an update', async () => {
    const { user } = renderCrm(newPath);
    await fill(user);
    const text = await content();
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Blog post created successfully')).toBeVisible();
    const id = gateway.table.rows.at(-1)!.id;
    await waitFor(() => expect(address()).toBe(`/admin/blog/edit/${id}`));
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Blog Post' })).toBeVisible();
    expect(text).toBeInTheDocument();
    expect(text).toHaveFocus();
    await user.type(text, ' more');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sentPatches()).toEqual([{ content: 'Some text more', version: 1 }]));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(gateway.server.requestsOf(posts.create)).toHaveLength(1);
  });
});

describe('the markdown editor', () => {
  test('has a grouped toolbar with one tab stop and arrow keys', async () => {
    const { user } = renderCrm(newPath);
    const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
    const namesIn = (group: string) =>
      within(within(toolbar).getByRole('group', { name: group }))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    expect(namesIn('Text Formatting')).toEqual(['Bold', 'Italic', 'Inline Code', 'Link']);
    expect(namesIn('Media')).toEqual(['Image']);
    expect(namesIn('Structure')).toEqual([
      'Heading 1',
      'Heading 2',
      'Heading 3',
      'Bullet List',
      'Numbered List',
      'Quote',
    ]);
    expect(
      within(toolbar)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
    act(() => within(toolbar).getByRole('button', { name: 'Bold' }).focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(await content()).toHaveValue('`code`');
  });

  test('wraps the selected text', async () => {
    const { user } = renderCrm(editPath());
    const text = await content();
    text.setSelectionRange(0, 5);
    await press(user, 'Bold');
    expect(text).toHaveValue('**Hello**');
    expect(text).toHaveFocus();
    await press(user, 'Update Post');
    await waitFor(() => expect(sentPatches()).toEqual([{ content: '**Hello**', version: 1 }]));
  });

  test('renders Markdown without scripts in Preview, and a hint for an empty text', async () => {
    const { user } = renderCrm(newPath);
    await user.click(await screen.findByRole('tab', { name: 'Preview' }));
    expect(await screen.findByText('Start writing to see the preview')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Edit' }));
    await user.type(await content(), '## Why{Enter}{Enter}It **holds** <script>alert(1)</script>');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(await within(preview).findByRole('heading', { level: 2, name: 'Why' })).toBeVisible();
    expect(within(preview).getByText('holds').tagName).toBe('STRONG');
    expect(preview.querySelector('script')).toBeNull();
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('restores an earlier revision into the form from History', async () => {
    const before = { ...postNumber(1), post_id: postNumber(1).id, id: idNumber(70), saved_by: null, words: 2 };
    const revision = { ...before, title: 'As it was', content: 'Old text', saved_at: before.updated_at };
    gateway.server.on(postRevisions.list, { json: { items: [revision], total: 1, total_exact: true, next: null } });
    gateway.server.on(postRevisions.get, { json: revision });
    const { user } = renderCrm(editPath());
    await field('Title');
    await press(user, 'History');
    const dialog = await screen.findByRole('dialog', { name: 'Revisions' });
    const restore = await within(dialog).findByRole('button', { name: 'Restore this version' });
    // The button is disabled until the revision's text is loaded.
    await waitFor(() => expect(restore).toBeEnabled());
    await user.click(restore);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await field('Title')).toHaveValue('As it was');
    expect(await content()).toHaveValue('Old text');
    await press(user, 'Update Post');
    await waitFor(() => expect(sentPatches()).toEqual([{ title: 'As it was', content: 'Old text', version: 1 }]));
  });

  test('counts words and opens a Markdown reference', async () => {
    const { user } = renderCrm(editPath());
    expect(await screen.findByText('1 word')).toBeVisible();
    await user.type(await content(), ' big world');
    expect(await screen.findByText('3 words')).toBeVisible();
    const reference = screen.getByRole('button', { name: 'Markdown Reference' });
    expect(reference).toHaveAttribute('aria-expanded', 'false');
    await user.click(reference);
    expect(screen.getByRole('region', { name: 'Markdown Reference' })).toHaveTextContent('**bold text**');
  });
});

describe('front matter', () => {
  const imported = `---
title: "Imported: a post"
description: >
  What it is
  about.
date: 2024-01-01
tags: [redis, 'c++']
categories:
  - Architecture
layout: post
draft:
---

# Hello

Body`;

  test('of a post that is pasted into an empty text fills the empty fields; what cannot be read stays in the text', async () => {
    const { user } = renderCrm(newPath);
    await user.type(await field('Category'), 'Queues');
    await user.click(await content());
    await user.paste(imported);
    expect(await screen.findByText('Read: Title, Excerpt, Tags. Not read: date, categories, layout.')).toBeVisible();
    expect(await field('Title')).toHaveValue('Imported: a post');
    expect(await field('Slug')).toHaveValue('imported-a-post');
    expect(await field('Excerpt')).toHaveValue('What it is about.');
    expect(await field('Tags')).toHaveValue('redis, c++');
    expect(await field('Category')).toHaveValue('Queues');
    expect(await content()).toHaveValue(
      '---\ndate: 2024-01-01\ncategories:\n  - Architecture\nlayout: post\n---\n\n# Hello\n\nBody',
    );
    const bar = await screen.findByRole('region', { name: 'Front matter' });
    await waitFor(() => expect(bar).toHaveTextContent(/\(date, categories, layout\)\. Readers do not see it\.$/));
    expect(within(bar).queryByRole('button')).not.toBeInTheDocument();
    await user.clear(await field('Category'));
    await user.click(await within(bar).findByRole('button', { name: 'Read into the empty fields' }));
    expect(await field('Category')).toHaveValue('Architecture');
    expect(await content()).toHaveValue('---\ndate: 2024-01-01\nlayout: post\n---\n\n# Hello\n\nBody');
  });

  test('is removed from the text when all of it was read, and plans a post of a coming date', async () => {
    const { user } = renderCrm(newPath);
    await user.click(await content());
    await user.paste('---\ntitle: Later\nslug: own-slug\ndate: 2099-03-01T12:00:00\n---\n\nBody');
    await waitFor(async () => expect(await content()).toHaveValue('Body'));
    expect(await field('Slug')).toHaveValue('own-slug');
    expect(screen.getByLabelText('Publish at')).toHaveValue('2099-03-01T12:00');
    expect(screen.queryByRole('region', { name: 'Front matter' })).not.toBeInTheDocument();
  });

  test('of a stored post is named, and not read by itself', async () => {
    gateway.reset([postNumber(1, { content: imported, excerpt: 'Short' })]);
    renderCrm(editPath());
    const bar = await screen.findByRole('region', { name: 'Front matter' });
    expect(bar).toHaveTextContent('(title, description, date, tags, categories, layout, draft)');
    expect(await content()).toHaveValue(imported);
  });

  test('that is invalid YAML stays as it is, with a message', async () => {
    silenceLog();
    const { user } = renderCrm(newPath);
    await user.click(await content());
    await user.paste('---\ntitle: [a\n---\n\nBody');
    expect(await screen.findByText('It could not be read. The text is unchanged.')).toBeVisible();
    expect(await content()).toHaveValue('---\ntitle: [a\n---\n\nBody');
  });
});
