/**
 * Lets many changes of comments of one post compete.
 * @subject services/content/src/comments
 * @everyday services/content/src/comments/comments.spec.ts
 */
import { comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;
let postId: string;

beforeAll(async () => {
  world = await startContentWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.clear();
  ({ id: postId } = await world.createPost({ slug: 'the-post' }));
});

const count = async () => (await world.call(posts.read, { slug: 'the-post' })).comments_count;
const patch = (id: string, changes: { is_approved: boolean }) => world.call(comments.patch, { id, ...changes });
it('A post keeps comments_count correct under 24 concurrent approvals, withdrawals and deletions', async () => {
  const ids = await Promise.all(Array.from({ length: 24 }, () => world.submitComment(postId)));
  await Promise.all(ids.map((id) => patch(id, { is_approved: true })));
  expect(await count()).toBe(24);
  await Promise.all(
    ids.map((id, index) => {
      if (index % 3 === 0) return patch(id, { is_approved: false });
      return index % 3 === 1 ? world.call(comments.delete, { id }) : patch(id, { is_approved: true });
    }),
  );
  expect(await count()).toBe(8);
});
