import { randomUUID } from 'node:crypto';
import { type NewTestimonial, type TestimonialListQuery, testimonials } from '@docfolio/contracts/entities/testimonial';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const add = (fields: Partial<NewTestimonial> = {}, key?: string) =>
  world.call(testimonials.create, { name: 'Ada Byron', content: 'It works.', ...fields }, key);
const list = (query: Partial<TestimonialListQuery> = {}) => world.call(testimonials.listAll, query);
const names = async (query: Partial<TestimonialListQuery> = {}) => (await list(query)).items.map(({ name }) => name);
const shown = async () => (await world.call(testimonials.list, {})).items;
const pending = async (id: string) => world.call(testimonials.patch, { id, is_approved: false });
const refused = (code: string) => ({ code });

it('approves a new testimonial immediately, defaults to five stars and shows it publicly', async () => {
  const made = await add({ role: '  ', company: 'Analytical Engines' });
  expect(made).toMatchObject({ rating: 5, is_approved: true, is_featured: false, role: null, version: 1 });
  expect(await world.call(testimonials.get, { id: made.id })).toEqual(made);
  expect(await shown()).toMatchObject([{ id: made.id, company: 'Analytical Engines' }]);
  expect((await shown())[0]).not.toHaveProperty('version');
});

it('creates one testimonial from ten concurrent creates of one key and refuses another text', async () => {
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
])('rejects a testimonial with %j', async (fields, path, message) => {
  await expect(add(fields as never)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ path, message }],
  });
  expect((await list()).total).toBe(0);
});

it('filters testimonials by status; "featured" includes pending ones', async () => {
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

it('searches testimonials by name, role, company and content, sorts them and pages through them', async () => {
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

it('uses an index for every filter and sort of the testimonial list', async () => {
  for (let number = 0; number < 30; number++) await add({ name: `N${number}`, is_featured: number % 10 === 0 });
  const active = { deleted_at: null };
  for (const [filter, sort, index] of [
    [active, { created_at: -1, _id: -1 }, 'testimonials_by_time'],
    [active, { 'sort_keys.name': 1, _id: 1 }, 'testimonials_by_name'],
    [active, { rating: -1, _id: -1 }, 'testimonials_by_rating'],
    [{ is_approved: true, ...active }, { created_at: -1, _id: -1 }, 'testimonials_of_a_standing_by_time'],
    [{ is_featured: true, ...active }, { created_at: -1, _id: -1 }, 'featured_testimonials_by_time'],
  ] as const) {
    const { queryPlanner } = await world.collection('testimonials').find(filter).sort(sort).limit(5).explain();
    expect(JSON.stringify(queryPlanner)).toContain(`"${index}"`);
  }
});

it('requires the current version for an edit of a testimonial, but not for a toggle', async () => {
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

it('invalidates the public testimonial list before acknowledging a change, and notifies open CRMs', async () => {
  const { id } = await add();
  expect(world.invalidatedTags).toEqual(['testimonials']);
  await pending(id);
  await world.call(testimonials.delete, { id });
  expect(world.invalidatedTags).toEqual(['testimonials', 'testimonials', 'testimonials']);
  await waitFor('three changes', async () => (await world.liveChanges()).length === 3);
  // The changes are sent in the background, so their order may differ.
  const acts = (await world.liveChanges()).map(({ topic, id, act }) => [topic, id, act].join(' '));
  expect(acts.toSorted()).toEqual(['changed', 'created', 'deleted'].map((act) => `testimonials ${id} ${act}`));
  await expect(world.call(testimonials.delete, { id })).rejects.toMatchObject(refused('not_found'));
});
