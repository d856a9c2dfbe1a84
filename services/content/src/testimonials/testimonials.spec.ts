import { randomUUID } from 'node:crypto';
import { type NewTestimonial, type TestimonialListQuery, testimonials } from '@docfolio/contracts/testimonial';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const add = (fields: Partial<NewTestimonial> = {}, key?: string) =>
  world.call(testimonials.create, { name: 'Ada Byron', content: 'It works.', ...fields }, key);
const list = (query: Partial<TestimonialListQuery> = {}) => world.call(testimonials.listAll, query);
const names = async (query: Partial<TestimonialListQuery> = {}) => (await list(query)).items.map(({ name }) => name);
const shown = async () => (await world.call(testimonials.list, {})).items;
const pending = async (id: string) => world.call(testimonials.patch, { id, is_approved: false });
const refused = (code: string) => ({ code });

it('one that the owner writes down is approved at once, has five stars, and everybody sees it', async () => {
  const made = await add({ role: '  ', company: 'Analytical Engines' });
  expect(made).toMatchObject({ rating: 5, is_approved: true, is_featured: false, role: null, version: 1 });
  expect(await world.call(testimonials.get, { id: made.id })).toEqual(made);
  expect(await shown()).toMatchObject([{ id: made.id, company: 'Analytical Engines' }]);
  expect((await shown())[0]).not.toHaveProperty('version');
});

it('one key makes one, and no other under another body', async () => {
  const key = randomUUID();
  const made = await Promise.all(Array.from({ length: 10 }, () => add({}, key)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await list()).total).toBe(1);
  await expect(add({ content: 'Other' }, key)).rejects.toMatchObject(refused('idempotency_key_reused'));
});

it.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ content: '' }, 'content', 'Testimonial Content is required'],
  [{ rating: 0 }, 'rating', 'Not a rating'],
  [{ rating: 6 }, 'rating', 'Not a rating'],
  [{ rating: 4.5 }, 'rating', 'Not a rating'],
  [{ is_approved: false }, 'is_approved', 'Unknown field'],
  [{ created_at: '2020-01-01T00:00:00.000Z' }, 'created_at', 'Unknown field'],
])('%j is refused', async (fields, path, message) => {
  await expect(add(fields as never)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ path, message }],
  });
  expect((await list()).total).toBe(0);
});

it('are listed by standing, featured ones whatever theirs', async () => {
  const ids = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) ids.push((await add({ name })).id);
  await pending(ids[1]!);
  await pending(ids[2]!);
  await world.call(testimonials.patch, { id: ids[2]!, is_featured: true });
  expect(await names()).toEqual(['Four', 'Three', 'Two', 'One']);
  expect(await names({ status: 'approved' })).toEqual(['Four', 'One']);
  expect(await names({ status: 'pending' })).toEqual(['Three', 'Two']);
  expect(await names({ status: 'featured' })).toEqual(['Three']);
  expect((await shown()).map(({ name }) => name)).toEqual(['Four', 'One']);
});

it('are found by name, role, company and content, sorted as asked, screen by screen', async () => {
  for (const [number, name] of ['beta', 'Alpha', 'gamma', 'Delta'].entries())
    await add({
      name,
      role: `Role ${name}`,
      company: `Firm ${number}`,
      content: `Said <${number}>.`,
      rating: 5 - number,
    });
  expect(await names({ search: 'role GAM' })).toEqual(['gamma']);
  expect(await names({ search: 'firm 1' })).toEqual(['Alpha']);
  expect(await names({ search: 'said <3>' })).toEqual(['Delta']);
  expect(await names({ search: '(a+)+$' })).toEqual([]);
  expect(await names({ sort: 'name' })).toEqual(['Alpha', 'beta', 'Delta', 'gamma']);
  expect(await names({ sort: '-name' })).toEqual(['gamma', 'Delta', 'beta', 'Alpha']);
  expect(await names({ sort: '-rating' })).toEqual(['beta', 'Alpha', 'gamma', 'Delta']);
  expect(await names({ sort: 'created_at' })).toEqual(['beta', 'Alpha', 'gamma', 'Delta']);
  const { items, next } = await list({ sort: 'name', limit: 3, status: 'approved' });
  const rest = await list({ sort: 'name', limit: 3, status: 'approved', after: next! });
  expect([...items, ...rest.items].map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Delta', 'gamma']);
  expect(rest).toMatchObject({ total: 4, total_exact: true, next: null });
});

it('are read along an index, whatever the filter and the sort', async () => {
  for (let number = 0; number < 30; number++) await add({ name: `N${number}`, is_featured: number % 10 === 0 });
  const living = { deleted_at: null };
  for (const [filter, sort, index] of [
    [living, { created_at: -1, _id: -1 }, 'testimonials_by_time'],
    [living, { 'sort_keys.name': 1, _id: 1 }, 'testimonials_by_name'],
    [living, { rating: -1, _id: -1 }, 'testimonials_by_rating'],
    [{ is_approved: true, ...living }, { created_at: -1, _id: -1 }, 'testimonials_of_a_standing_by_time'],
    [{ is_featured: true, ...living }, { created_at: -1, _id: -1 }, 'featured_testimonials_by_time'],
  ] as const) {
    const { queryPlanner } = await world.collection('testimonials').find(filter).sort(sort).limit(5).explain();
    expect(JSON.stringify(queryPlanner)).toContain(`"${index}"`);
  }
});

it('a form names the version that it read; toggles need none', async () => {
  const { id } = await add();
  expect(await world.call(testimonials.patch, { id, is_featured: true })).toMatchObject({ version: 2 });
  const save = (version: number) => world.call(testimonials.patch, { id, version, content: 'Edited', rating: 4 });
  await expect(save(1)).rejects.toMatchObject({ code: 'stale', current: { version: 2, is_featured: true } });
  expect(await save(2)).toMatchObject({ content: 'Edited', rating: 4, is_featured: true, version: 3 });
  await expect(world.call(testimonials.patch, { id, content: 'x' })).rejects.toMatchObject(
    refused('validation_failed'),
  );
  await expect(world.call(testimonials.get, { id: randomUUID() })).rejects.toMatchObject(refused('not_found'));
});

it('each change outdates what everybody sees before it is answered, and open CRMs hear of it', async () => {
  const { id } = await add();
  expect(world.dropped).toEqual(['testimonials']);
  await pending(id);
  await world.call(testimonials.delete, { id });
  expect(world.dropped).toEqual(['testimonials', 'testimonials', 'testimonials']);
  await waitFor('three changes', async () => (await world.told()).length === 3);
  // Nobody waits for one before the next: two that are close may change places.
  const acts = (await world.told()).map((told) => [told.topic, told.id, told.act].join(' '));
  expect(acts.toSorted()).toEqual(['changed', 'created', 'deleted'].map((act) => `testimonials ${id} ${act}`));
  await expect(world.call(testimonials.delete, { id })).rejects.toMatchObject(refused('not_found'));
});
