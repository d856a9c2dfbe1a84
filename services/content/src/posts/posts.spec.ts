import { randomUUID } from 'node:crypto';
import { owner } from '@docfolio/content/site';
import { type EditedPostListQuery, type PostPatch, posts } from '@docfolio/contracts/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const patch = (id: string, changes: Partial<PostPatch>) => world.call(posts.patch, { id, ...changes });
const read = (slug: string) => world.call(posts.read, { slug });
const words = (count: number) => 'word '.repeat(count).trim();

describe('written', () => {
  it('is a draft of the owner with a computed reading time, unless the form says otherwise', async () => {
    expect(await world.write({ published: undefined, content: words(401), read_time: '' })).toMatchObject({
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
    expect(await world.write({ read_time: 'A coffee', author_name: 'A guest' })).toMatchObject({
      published: true,
      published_at: expect.any(String),
      read_time: 'A coffee',
      author_name: 'A guest',
    });
  });

  it('is one post when one key is sent ten times at once, and 422 with another text', async () => {
    const key = randomUUID();
    const same = { title: 'Once', slug: 'once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.write(same, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(world.write({ ...same, title: 'Twice' }, key)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await world.collection('blog_posts').countDocuments()).toBe(1);
  });

  it('is refused with a slug that another one has, or that is none', async () => {
    await world.write({ slug: 'taken', published: false });
    await expect(world.write({ slug: 'taken' })).rejects.toMatchObject({
      code: 'slug_taken',
      errors: [{ path: 'slug', message: 'Another post has this slug' }],
    });
    for (const slug of ['Big', 'a b', 'a/b', 'ä', '']) {
      const refused = { code: 'validation_failed', errors: [{ path: 'slug', message: expect.any(String) }] };
      await expect(world.write({ slug })).rejects.toMatchObject(refused);
    }
    expect(await world.collection('blog_posts').countDocuments()).toBe(1);
  });

  it('lets one of many have a slug that all want', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => world.write({ slug: 'wanted' })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused in the words of the form, and over the limit', async () => {
    const empty = { title: '', slug: '', excerpt: '', content: '', category: '' };
    await expect(world.write(empty)).rejects.toMatchObject({
      errors: ['Title', 'Slug', 'Excerpt', 'Content', 'Category'].map((field) => ({
        path: field.toLowerCase(),
        message: `${field} is required`,
      })),
    });
    await expect(world.write({ content: 'x'.repeat(200_001) })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await world.write({ content: 'x'.repeat(200_000) })).toMatchObject({ version: 1 });
    await expect(world.write({ likes_count: 9 } as never)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('published and taken back', () => {
  it('keeps its time through edits, has none as a draft, and a new one when it is published again', async () => {
    const { id, published_at: first } = await world.write();
    expect(await patch(id, { version: 1, title: 'Edited', published: true })).toMatchObject({ published_at: first });
    expect(await patch(id, { published: false })).toMatchObject({ published: false, published_at: null });
    expect(await patch(id, { version: 3, excerpt: 'As a draft' })).toMatchObject({ published_at: null });
    const { published_at: second } = await patch(id, { published: true });
    expect(Date.parse(second!)).toBeGreaterThan(Date.parse(first!));
  });

  it('is told to caches when the public could or can read it, and only then', async () => {
    const draft = await world.write({ published: false });
    await patch(draft.id, { version: 1, title: 'Still mine' });
    await world.call(posts.delete, { id: draft.id });
    expect(world.dropped).toEqual([]);
    const { id } = await world.write();
    expect(world.dropped).toHaveLength(1);
    await patch(id, { featured: true });
    expect(world.dropped).toHaveLength(2);
    await patch(id, { published: false });
    expect(world.dropped).toHaveLength(3);
    await patch(id, { published: true });
    await world.call(posts.delete, { id });
    expect(world.dropped).toEqual(['posts', 'posts', 'posts', 'posts', 'posts']);
  });

  it('is told to open CRMs whatever it is, a draft too', async () => {
    const { id } = await world.write({ published: false });
    await patch(id, { featured: true });
    await patch(id, { published: true });
    await world.call(posts.delete, { id });
    await waitFor('four changes', async () => (await world.told()).length === 4);
    const acts = (await world.told()).map((told) => [told.topic, told.id, told.act].join(' '));
    expect(acts.toSorted()).toEqual(
      ['changed', 'changed', 'created', 'deleted'].map((act) => `blog_posts ${id} ${act}`),
    );
  });

  it('is told to what sends it on once it is withdrawn, and only then', async () => {
    const draft = await world.write({ published: false });
    await patch(draft.id, { version: 1, title: 'Still mine' });
    await world.call(posts.delete, { id: draft.id });
    const [taken, deleted] = [await world.write(), await world.write()];
    await patch(taken.id, { featured: true });
    await patch(taken.id, { published: false });
    await world.call(posts.delete, { id: taken.id });
    await world.call(posts.delete, { id: deleted.id });
    const withdrawn = async () => (await world.raised('notifications')).filter(({ name }) => name === 'post.withdrawn');
    await waitFor('both are told', async () => (await withdrawn()).length >= 2);
    expect((await withdrawn()).map(({ payload }) => payload)).toEqual([{ id: taken.id }, { id: deleted.id }]);
  });

  it('gives every toggle a hearing, and one of two saves of one version', async () => {
    const { id } = await world.write({ published: false });
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

describe('a reading time', () => {
  it('that was computed follows the content, also when the form sends it back', async () => {
    const { id } = await world.write({ content: words(10) });
    expect(await patch(id, { version: 1, content: words(500) })).toMatchObject({ read_time: '3 min read' });
    const sentBack = { version: 2, content: words(900), read_time: '3 min read' };
    expect(await patch(id, sentBack)).toMatchObject({ read_time: '5 min read' });
  });

  it('that the owner has set stays until it is emptied', async () => {
    const { id } = await world.write({ content: words(10), read_time: 'A coffee' });
    expect(await patch(id, { version: 1, content: words(500) })).toMatchObject({ read_time: 'A coffee' });
    expect(await patch(id, { version: 2, read_time: '' as never })).toMatchObject({ read_time: '3 min read' });
    expect(await patch(id, { version: 3, read_time: 'Two coffees' })).toMatchObject({ read_time: 'Two coffees' });
  });
});

describe('a changed slug', () => {
  const moved = (to: string) => ({ code: 'moved', status: 301, location: `/posts/${to}` });

  it('leads from every old address to the present one', async () => {
    const { id } = await world.write({ slug: 'one' });
    await patch(id, { version: 1, slug: 'two' });
    await patch(id, { version: 2, slug: 'three' });
    expect(await read('three')).toMatchObject({ id });
    await expect(read('one')).rejects.toMatchObject(moved('three'));
    await expect(read('two')).rejects.toMatchObject(moved('three'));
    await expect(world.call(posts.related, { slug: 'one' })).rejects.toMatchObject(moved('three/related'));
    await expect(world.call(posts.neighbours, { slug: 'one' })).rejects.toMatchObject(moved('three/neighbours'));
    await patch(id, { version: 3, slug: 'one' });
    expect(await read('one')).toMatchObject({ id });
    await expect(read('three')).rejects.toMatchObject(moved('one'));
  });

  it('leaves its old address to whoever takes it, and to him who had it last', async () => {
    const first = await world.write({ slug: 'coveted' });
    await patch(first.id, { version: 1, slug: 'first' });
    const second = await world.write({ slug: 'coveted' });
    expect(await read('coveted')).toMatchObject({ id: second.id });
    await patch(second.id, { version: 1, slug: 'second' });
    await expect(read('coveted')).rejects.toMatchObject(moved('second'));
    await world.call(posts.delete, { id: second.id });
    await expect(read('coveted')).rejects.toMatchObject(moved('first'));
  });

  it('leads nowhere while the post is a draft or deleted', async () => {
    const { id } = await world.write({ slug: 'old' });
    await patch(id, { version: 1, slug: 'new' });
    await patch(id, { published: false });
    await expect(read('old')).rejects.toMatchObject({ code: 'not_found' });
    await patch(id, { published: true });
    await expect(read('old')).rejects.toMatchObject(moved('new'));
    await world.call(posts.delete, { id });
    await expect(read('old')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a draft was an address of nothing, one of a post taken back still is', async () => {
    const { id } = await world.write({ slug: 'working-title', published: false });
    await patch(id, { version: 1, slug: 'title' });
    await patch(id, { published: true });
    await expect(read('working-title')).rejects.toMatchObject({ code: 'not_found' });
    await patch(id, { published: false });
    await patch(id, { version: 4, slug: 'better-title', published: true });
    await expect(read('title')).rejects.toMatchObject(moved('better-title'));
  });

  it('is refused where another post lives, and free where one has been deleted', async () => {
    const { id: holder } = await world.write({ slug: 'held' });
    const { id } = await world.write({ slug: 'mine' });
    await expect(patch(id, { version: 1, slug: 'held' })).rejects.toMatchObject({ code: 'slug_taken' });
    expect(await world.call(posts.get, { id })).toMatchObject({ slug: 'mine', version: 1 });
    await world.call(posts.delete, { id: holder });
    expect(await patch(id, { version: 1, slug: 'held' })).toMatchObject({ slug: 'held' });
  });
});

describe('the list of the owner', () => {
  const list = (query: Partial<EditedPostListQuery> = {}) => world.call(posts.listEdited, query);
  const titles = async (query?: Partial<EditedPostListQuery>) => (await list(query)).items.map(({ title }) => title);

  beforeEach(async () => {
    await world.write({ title: 'beta', category: 'Mobile', published: false });
    await world.write({ title: 'Alpha', category: 'AI', excerpt: 'About (a+)+$ queues' });
    await world.write({ title: 'Gamma', category: 'AI', content: 'Nobody searches here.' });
  });

  it('has drafts too, without their contents', async () => {
    const { items, total } = await list();
    expect(items.map(({ title }) => title)).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(total).toBe(3);
    expect(items[0]).not.toHaveProperty('content');
  });

  it('narrows by status, category and a search over title, category and excerpt', async () => {
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
  ] as const)('sorts by %s, drafts before all times, one screenful after the other', async (sort, order) => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const screen = await list({ sort, limit: 1, ...(after && { after }) });
      seen.push(...screen.items.map(({ title }) => title));
      after = screen.next ?? undefined;
    } while (after);
    expect(seen).toEqual(order);
  });

  it('answers 404 for what is not there and 400 for what is no id', async () => {
    for (const operation of [posts.get, posts.delete]) {
      await expect(world.call(operation, { id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.call(operation, { id: 'abc' })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(patch(randomUUID(), { featured: true })).rejects.toMatchObject({ code: 'not_found' });
  });
});
