import { randomUUID } from 'node:crypto';
import { type EditedPostListQuery, type PostPatch, posts } from '@docfolio/contracts/entities/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { owner } from '@docfolio/site-copy/site';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const patch = (id: string, changes: Partial<PostPatch>) => world.call(posts.patch, { id, ...changes });
const read = (slug: string) => world.call(posts.read, { slug });
const words = (count: number) => 'word '.repeat(count).trim();

describe('creating a post', () => {
  it('creates a draft by the owner with a computed reading time unless the form sets them', async () => {
    expect(await world.createPost({ published: undefined, content: words(401), read_time: '' })).toMatchObject({
      published: false,
      published_at: null,
      featured: false,
      tags: [],
      author_name: owner.name,
      read_time: '3 min read',
      likes_count: 0,
      comments_count: 0,
      version: 1,
    });
    expect(await world.createPost({ read_time: 'A coffee', author_name: 'A guest' })).toMatchObject({
      published: true,
      published_at: expect.any(String),
      read_time: 'A coffee',
      author_name: 'A guest',
    });
  });

  it('creates one post from ten concurrent creates of one key and refuses another text', async () => {
    const key = randomUUID();
    const same = { title: 'Once', slug: 'once' };
    const created = await Promise.all(Array.from({ length: 10 }, () => world.createPost(same, key)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    await expect(world.createPost({ ...same, title: 'Twice' }, key)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await world.collection('blog_posts').countDocuments()).toBe(1);
  });

  it('refuses a slug that is taken or invalid', async () => {
    await world.createPost({ slug: 'taken', published: false });
    await expect(world.createPost({ slug: 'taken' })).rejects.toMatchObject({
      code: 'slug_taken',
      errors: [{ path: 'slug', message: 'Another post has this slug' }],
    });
    for (const slug of ['Big', 'a b', 'a/b', 'ä', '']) {
      const refused = { code: 'validation_failed', errors: [{ path: 'slug', message: expect.any(String) }] };
      await expect(world.createPost({ slug })).rejects.toMatchObject(refused);
    }
    expect(await world.collection('blog_posts').countDocuments()).toBe(1);
  });

  it('gives a slug to exactly one of six concurrent creates', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => world.createPost({ slug: 'wanted' })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('reports missing fields with the form’s messages, and refuses contents over 200,000 characters', async () => {
    const empty = { title: '', slug: '', excerpt: '', content: '', category: '' };
    await expect(world.createPost(empty)).rejects.toMatchObject({
      errors: ['Title', 'Slug', 'Excerpt', 'Content', 'Category'].map((field) => ({
        path: field.toLowerCase(),
        message: `${field} is required`,
      })),
    });
    await expect(world.createPost({ content: 'x'.repeat(200_001) })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await world.createPost({ content: 'x'.repeat(200_000) })).toMatchObject({ version: 1 });
    await expect(world.createPost({ likes_count: 9 } as never)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('publishing and unpublishing', () => {
  it('keeps published_at through edits, clears it for drafts and sets it again on publishing', async () => {
    const { id, published_at: first } = await world.createPost();
    expect(await patch(id, { version: 1, title: 'Edited', published: true })).toMatchObject({ published_at: first });
    expect(await patch(id, { published: false })).toMatchObject({ published: false, published_at: null });
    expect(await patch(id, { version: 3, excerpt: 'As a draft' })).toMatchObject({ published_at: null });
    const { published_at: second } = await patch(id, { published: true });
    expect(Date.parse(second!)).toBeGreaterThan(Date.parse(first!));
  });

  it('invalidates caches only for posts that are or were public', async () => {
    const draft = await world.createPost({ published: false });
    await patch(draft.id, { version: 1, title: 'Still mine' });
    await world.call(posts.delete, { id: draft.id });
    expect(world.invalidatedTags).toEqual([]);
    const { id } = await world.createPost();
    expect(world.invalidatedTags).toHaveLength(1);
    await patch(id, { featured: true });
    expect(world.invalidatedTags).toHaveLength(2);
    await patch(id, { published: false });
    expect(world.invalidatedTags).toHaveLength(3);
    await patch(id, { published: true });
    await world.call(posts.delete, { id });
    expect(world.invalidatedTags).toEqual(['posts', 'posts', 'posts', 'posts', 'posts']);
  });

  it('notifies open CRMs of changes to posts, drafts included', async () => {
    const { id } = await world.createPost({ published: false });
    await patch(id, { featured: true });
    await patch(id, { published: true });
    await world.call(posts.delete, { id });
    await waitFor('four changes', async () => (await world.liveChanges()).length === 4);
    const acts = (await world.liveChanges()).map(({ topic, id, act }) => [topic, id, act].join(' '));
    expect(acts.toSorted()).toEqual(
      ['changed', 'changed', 'created', 'deleted'].map((act) => `blog_posts ${id} ${act}`),
    );
  });

  it('raises post.withdrawn only when a public post is unpublished or deleted', async () => {
    const draft = await world.createPost({ published: false });
    await patch(draft.id, { version: 1, title: 'Still mine' });
    await world.call(posts.delete, { id: draft.id });
    const [taken, deleted] = [await world.createPost(), await world.createPost()];
    await patch(taken.id, { featured: true });
    await patch(taken.id, { published: false });
    await world.call(posts.delete, { id: taken.id });
    await world.call(posts.delete, { id: deleted.id });
    const withdrawn = async () =>
      (await world.queuedEvents('notifications')).filter(({ name }) => name === 'post.withdrawn');
    await waitFor('both events are queued', async () => (await withdrawn()).length >= 2);
    expect((await withdrawn()).map(({ payload }) => payload)).toEqual([{ id: taken.id }, { id: deleted.id }]);
  });

  it('applies concurrent toggles, but only one of two saves of the same version', async () => {
    const { id } = await world.createPost({ published: false });
    await Promise.all([patch(id, { featured: true }), patch(id, { published: true })]);
    expect(await world.call(posts.get, { id })).toMatchObject({ featured: true, published: true, version: 3 });
    const saves = await Promise.allSettled(['A', 'B'].map((title) => patch(id, { version: 3, title })));
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(patch(id, { version: 3, title: 'C' })).rejects.toMatchObject({
      code: 'stale',
      current: { version: 4 },
    });
    await expect(patch(id, { title: 'C' })).rejects.toMatchObject({
      errors: [{ path: 'version', message: 'Name the version that was edited' }],
    });
  });
});

describe('the reading time', () => {
  it('updates a computed reading time with the content, also when the form sends it back', async () => {
    const { id } = await world.createPost({ content: words(10) });
    expect(await patch(id, { version: 1, content: words(500) })).toMatchObject({ read_time: '3 min read' });
    const sentBack = { version: 2, content: words(900), read_time: '3 min read' };
    expect(await patch(id, sentBack)).toMatchObject({ read_time: '5 min read' });
  });

  it('keeps a reading time set by the owner until it is cleared', async () => {
    const { id } = await world.createPost({ content: words(10), read_time: 'A coffee' });
    expect(await patch(id, { version: 1, content: words(500) })).toMatchObject({ read_time: 'A coffee' });
    expect(await patch(id, { version: 2, read_time: '' as never })).toMatchObject({ read_time: '3 min read' });
    expect(await patch(id, { version: 3, read_time: 'Two coffees' })).toMatchObject({ read_time: 'Two coffees' });
  });
});

describe('a changed slug', () => {
  const moved = (to: string) => ({ code: 'moved', status: 301, location: `/posts/${to}` });

  it('redirects from every former slug to the current one', async () => {
    const { id } = await world.createPost({ slug: 'one' });
    await patch(id, { version: 1, slug: 'two' });
    await patch(id, { version: 2, slug: 'three' });
    expect(await read('three')).toMatchObject({ id });
    await expect(read('one')).rejects.toMatchObject(moved('three'));
    await expect(read('two')).rejects.toMatchObject(moved('three'));
    await expect(world.call(posts.related, { slug: 'one' })).rejects.toMatchObject(moved('three/related'));
    await expect(world.call(posts.neighbours, { slug: 'one' })).rejects.toMatchObject(moved('three/neighbours'));
    await expect(world.call(posts.page, { slug: 'one' })).rejects.toMatchObject(moved('three/page'));
    await patch(id, { version: 3, slug: 'one' });
    expect(await read('one')).toMatchObject({ id });
    await expect(read('three')).rejects.toMatchObject(moved('one'));
  });

  it('gives a former slug to a post that takes it, otherwise redirects to the last public holder', async () => {
    const first = await world.createPost({ slug: 'coveted' });
    await patch(first.id, { version: 1, slug: 'first' });
    const second = await world.createPost({ slug: 'coveted' });
    expect(await read('coveted')).toMatchObject({ id: second.id });
    await patch(second.id, { version: 1, slug: 'second' });
    await expect(read('coveted')).rejects.toMatchObject(moved('second'));
    await world.call(posts.delete, { id: second.id });
    await expect(read('coveted')).rejects.toMatchObject(moved('first'));
  });

  it('does not redirect former slugs of drafts and deleted posts', async () => {
    const { id } = await world.createPost({ slug: 'old' });
    await patch(id, { version: 1, slug: 'new' });
    await patch(id, { published: false });
    await expect(read('old')).rejects.toMatchObject({ code: 'not_found' });
    await patch(id, { published: true });
    await expect(read('old')).rejects.toMatchObject(moved('new'));
    await world.call(posts.delete, { id });
    await expect(read('old')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('redirects only slugs that were public, also after a post was unpublished in between', async () => {
    const { id } = await world.createPost({ slug: 'working-title', published: false });
    await patch(id, { version: 1, slug: 'title' });
    await patch(id, { published: true });
    await expect(read('working-title')).rejects.toMatchObject({ code: 'not_found' });
    await patch(id, { published: false });
    await patch(id, { version: 4, slug: 'better-title', published: true });
    await expect(read('title')).rejects.toMatchObject(moved('better-title'));
  });

  it('refuses a slug held by an active post and accepts one of a deleted post', async () => {
    const { id: holder } = await world.createPost({ slug: 'held' });
    const { id } = await world.createPost({ slug: 'mine' });
    await expect(patch(id, { version: 1, slug: 'held' })).rejects.toMatchObject({ code: 'slug_taken' });
    expect(await world.call(posts.get, { id })).toMatchObject({ slug: 'mine', version: 1 });
    await world.call(posts.delete, { id: holder });
    expect(await patch(id, { version: 1, slug: 'held' })).toMatchObject({ slug: 'held' });
  });
});

describe('the owner’s list', () => {
  const list = (query: Partial<EditedPostListQuery> = {}) => world.call(posts.listEdited, query);
  const titles = async (query?: Partial<EditedPostListQuery>) => (await list(query)).items.map(({ title }) => title);

  beforeEach(async () => {
    await world.createPost({ title: 'beta', category: 'Mobile', published: false });
    await world.createPost({ title: 'Alpha', category: 'AI', excerpt: 'About (a+)+$ queues' });
    await world.createPost({ title: 'Gamma', category: 'AI', content: 'Nobody searches here.' });
  });

  it('lists drafts and published posts without their contents', async () => {
    const { items, total } = await list();
    expect(items.map(({ title }) => title)).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(total).toBe(3);
    expect(items[0]).not.toHaveProperty('content');
  });

  it('filters the owner’s list by status and category, and searches title, category and excerpt', async () => {
    expect(await titles({ status: 'draft' })).toEqual(['beta']);
    expect(await titles({ status: 'published', category: 'AI' })).toEqual(['Gamma', 'Alpha']);
    expect(await titles({ search: 'MOB' })).toEqual(['beta']);
    expect(await titles({ search: '(a+)+$' })).toEqual(['Alpha']);
    expect(await titles({ search: 'nobody' })).toEqual([]);
  });

  it.each([
    ['title', ['Alpha', 'beta', 'Gamma']],
    ['-published_at', ['Gamma', 'Alpha', 'beta']],
    ['published_at', ['beta', 'Alpha', 'Gamma']],
    ['created_at', ['beta', 'Alpha', 'Gamma']],
  ] as const)('sorts the owner’s list by %s across pages, with drafts before published posts', async (sort, order) => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ sort, limit: 1, ...(after && { after }) });
      seen.push(...page.items.map(({ title }) => title));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(order);
  });

  it('responds not_found to unknown ids and validation_failed to malformed ids', async () => {
    for (const operation of [posts.get, posts.delete]) {
      await expect(world.call(operation, { id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.call(operation, { id: 'abc' })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(patch(randomUUID(), { featured: true })).rejects.toMatchObject({ code: 'not_found' });
  });
});
