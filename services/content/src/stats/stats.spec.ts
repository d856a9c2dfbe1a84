import { honeypotField } from '@docfolio/contracts/core/honeypot';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { comments } from '@docfolio/contracts/entities/comment';
import { contentDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { posts } from '@docfolio/contracts/entities/post';
import { stats } from '@docfolio/contracts/entities/stats';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

it('counts active records, approved and pending testimonials, pending comments without spam, and dead letters', async () => {
  expect(await world.call(stats.content, {})).toEqual({
    posts: 0,
    testimonials: 0,
    approved_testimonials: 0,
    pending_testimonials: 0,
    bookmarks: 0,
    pending_comments: 0,
    parked_submissions: 0,
  });
  const { id: postId } = await world.createPost();
  const { id: draft } = await world.createPost({ published: false });
  await world.createPost({ published: false });
  await world.call(posts.delete, { id: draft });
  await world.submitApprovedComment(postId);
  await world.submitComment(postId);
  await world.call(comments.delete, { id: await world.submitComment(postId) });
  await world.submitComment(postId, { [honeypotField]: 'x' });
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await world.call(testimonials.create, { name, content: 'It works.' });
    if (name === 'Two') await world.call(testimonials.patch, { id, is_approved: false });
  }
  await world.call(bookmarks.create, { title: 'A page', url: 'https://example.com/' });
  const id = '00000000-0000-4000-8000-000000000000';
  await world
    .collection('parked_submissions')
    .insertOne({ _id: id, operation: 'POST /posts/:id/comments', code: 'not_found', input: {}, at: new Date() });
  const counted = {
    posts: 2,
    testimonials: 3,
    approved_testimonials: 2,
    pending_testimonials: 1,
    bookmarks: 1,
    pending_comments: 1,
    parked_submissions: 1,
  };
  expect(await world.call(stats.content, {})).toEqual(counted);
  // The lists to which the dashboard links its numbers.
  expect(await world.call(testimonials.listAll, { status: 'approved' })).toMatchObject({ total: 2 });
  expect(await world.call(testimonials.listAll, { status: 'pending' })).toMatchObject({ total: 1 });
  expect(await world.call(contentDeadLetters.list, {})).toMatchObject({ items: [{ id, code: 'not_found' }], total: 1 });
  await world.call(contentDeadLetters.dismiss, { id });
  expect(await world.call(stats.content, {})).toEqual({ ...counted, parked_submissions: 0 });
});
