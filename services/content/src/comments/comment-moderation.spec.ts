import { randomUUID } from 'node:crypto';
import { type CommentListQuery, comments } from '@docfolio/contracts/entities/comment';
import { commentModeration, type Moderation } from '@docfolio/contracts/entities/comment-moderation';
import { posts } from '@docfolio/contracts/entities/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { owner } from '@docfolio/site-copy/site';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;
let postId: string;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(async () => {
  await world.clear();
  ({ id: postId } = await world.createPost({ slug: 'the-post', title: 'The post' }));
});

const shown = async (id = postId) => (await world.call(comments.list, { id })).items;
const list = (query: Partial<CommentListQuery> = {}) => world.call(comments.listAll, query);
const count = async () => (await world.call(posts.read, { slug: 'the-post' })).comments_count;
const reply = (id: string, content = 'Thank you.', key?: string) =>
  world.call(commentModeration.reply, { id, content }, key);
const moderate = (act: Moderation['act'], ids: string[]) => world.call(commentModeration.moderate, { act, ids });
const liveActions = async (id: string) =>
  (await world.liveChanges()).filter((change) => change.id === id).map(({ act }) => act);

describe('the moderation list', () => {
  /** Creates five comments in this order; upper case is approved, lower case is pending: a, B, c, D, e. */
  async function five(): Promise<void> {
    for (const author_name of ['a', 'B', 'c', 'D', 'e'])
      await (/[A-Z]/.test(author_name) ? world.submitApprovedComment : world.submitComment)(postId, { author_name });
  }

  it('lists pending comments first, each group newest first, across pages', async () => {
    await five();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items, total, next } = await list({ limit: 2, ...(after && { after }) });
      seen.push(...items.map(({ author_name }) => author_name));
      expect(total).toBe(5);
      after = next ?? undefined;
    } while (after);
    expect(seen.join('')).toBe('ecaDB');
    const ofOne = await list({ blog_post_id: postId, sort: 'pending' });
    expect(ofOne.items.map(({ author_name }) => author_name).join('')).toBe('ecaDB');
    const waiting = await list({ status: 'pending', limit: 2 });
    expect(waiting.items.map(({ author_name }) => author_name).join('')).toBe('ec');
    expect((await list({ status: 'pending', after: waiting.next! })).items).toMatchObject([{ author_name: 'a' }]);
  });

  it('moves a comment between pending and approved when its approval changes', async () => {
    await five();
    const [newest] = (await list()).items;
    await world.call(comments.patch, { id: newest!.id, is_approved: true });
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('caeDB');
    await world.call(comments.patch, { id: newest!.id, is_approved: false });
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('ecaDB');
  });

  it('includes the post of each comment and the comment it replies to', async () => {
    const first = await world.submitApprovedComment(postId, { author_name: 'Ada', content: 'Well said.' });
    await world.submitComment(postId, { parent_comment_id: first, author_name: 'Grace' });
    const deleted = await world.createPost();
    await world.submitComment(deleted.id, { author_name: 'Lost' });
    await world.call(posts.delete, { id: deleted.id });
    const post = { slug: 'the-post', title: 'The post', published: true };
    expect((await list()).items).toMatchObject([
      { author_name: 'Lost', post: null, in_reply_to: null },
      { author_name: 'Grace', post, in_reply_to: { author_name: 'Ada', content: 'Well said.' } },
      { author_name: 'Ada', post, in_reply_to: null },
    ]);
    const [, grace] = (await list()).items;
    expect(await world.call(comments.get, { id: grace!.id })).toEqual(grace);
    await world.call(comments.delete, { id: first });
    expect((await list({ search: 'grace' })).items).toMatchObject([{ in_reply_to: null, parent_comment_id: first }]);
  });

  it('sorts comments stored by an older version, and treats them as not by the author', async () => {
    await five();
    await world.collection('blog_comments').updateMany({}, { $unset: { computed: '', by_author: '' } });
    await world.collection('derived_fields').deleteMany({});
    await world.collection('migrations').deleteMany({});
    await world.kill();
    await world.start();
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('ecaDB');
    expect((await shown()).map(({ by_author }) => by_author)).toEqual([false, false]);
  });
});

describe('the author’s reply', () => {
  it('publishes the reply in the owner’s name and approves the comment it replies to', async () => {
    const commentId = await world.submitComment(postId, { author_name: 'Ada' });
    const created = await reply(commentId);
    expect(created).toMatchObject({
      blog_post_id: postId,
      parent_comment_id: commentId,
      author_name: owner.name,
      author_email: null,
      by_author: true,
      is_approved: true,
      post: { slug: 'the-post' },
      in_reply_to: { author_name: 'Ada' },
    });
    expect(await shown()).toMatchObject([
      { id: commentId, by_author: false },
      { id: created.id, by_author: true, content: 'Thank you.' },
    ]);
    expect(await count()).toBe(2);
    expect(world.invalidatedTags).toContain('comments');
    await waitFor('the reply is announced', async () => (await liveActions(created.id)).length > 0);
    expect(await liveActions(created.id)).toEqual(['created']);
    expect((await liveActions(commentId)).toSorted()).toEqual(['changed', 'created']);
  });

  it('gives a reply to a reply the same parent', async () => {
    const first = await world.submitApprovedComment(postId);
    const second = await world.submitComment(postId, { parent_comment_id: first });
    expect(await reply(second)).toMatchObject({ parent_comment_id: first });
    expect((await shown()).map(({ parent_comment_id }) => parent_comment_id)).toEqual([null, first, first]);
  });

  it('creates one reply per Idempotency-Key and refuses another text under the same key', async () => {
    const commentId = await world.submitComment(postId);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => reply(commentId, 'Once.', key)));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(await count()).toBe(2);
    await expect(reply(commentId, 'Twice.', key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await world.call(posts.patch, { id: postId, published: false });
    expect(await reply(commentId, 'Once.', key)).toMatchObject({ id: replies[0]!.id });
  });

  it('refuses a reply that visitors could not see, and changes nothing', async () => {
    const first = await world.submitApprovedComment(postId);
    const second = await world.submitComment(postId, { parent_comment_id: first });
    await world.call(comments.patch, { id: first, is_approved: false });
    await expect(reply(second)).rejects.toMatchObject({ code: 'invalid_parent', status: 400 });
    await world.call(posts.patch, { id: postId, published: false });
    await expect(reply(first)).rejects.toMatchObject({ code: 'invalid_parent', detail: 'Its post is not published.' });
    await world.call(posts.delete, { id: postId });
    await expect(reply(first)).rejects.toMatchObject({ code: 'invalid_parent' });
    await expect(reply(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(reply(first, ' ')).rejects.toMatchObject({
      errors: [{ path: 'content', message: 'Write a reply' }],
    });
    expect((await list({ status: 'approved' })).items).toEqual([]);
    expect((await list()).total).toBe(2);
  });

  it('refuses by_author in a visitor’s comment', async () => {
    await expect(world.submitComment(postId, { by_author: true } as never)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('bulk moderation', () => {
  it('changes several comments, updates the post’s count and skips missing ids', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.submitComment(postId)));
    const missing = randomUUID();
    expect(await moderate('approve', [...ids, missing, ids[0]!])).toEqual({ ids });
    expect([await count(), (await shown()).length]).toEqual([12, 12]);
    await moderate('unapprove', ids.slice(0, 3));
    await moderate('spam', ids.slice(3, 6));
    expect(await count()).toBe(6);
    expect((await list({ status: 'spam' })).total).toBe(3);
    await moderate('not_spam', ids.slice(3, 6));
    expect((await list({ status: 'pending' })).total).toBe(6);
    await moderate('delete', ids.slice(0, 8));
    expect(await moderate('approve', ids)).toEqual({ ids: ids.slice(8) });
    expect([await count(), (await list()).total]).toEqual([4, 4]);
  });

  it('invalidates caches and notifies open CRMs for each visible comment', async () => {
    const ids = [await world.submitComment(postId), await world.submitComment(postId)];
    world.invalidatedTags.length = 0;
    await moderate('approve', ids);
    expect(world.invalidatedTags.filter((tag) => tag === 'comments')).toHaveLength(2);
    for (const id of ids)
      await waitFor('the change is announced', async () => (await liveActions(id)).includes('changed'));
  });

  it('accepts between 1 and 100 ids and only known actions', async () => {
    await expect(moderate('approve', [])).rejects.toMatchObject({ errors: [{ message: 'Choose a comment' }] });
    const many = Array.from({ length: 101 }, () => randomUUID());
    await expect(moderate('approve', many)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(moderate('bless' as never, [many[0]!])).rejects.toMatchObject({
      errors: [{ message: 'Unknown act' }],
    });
  });
});
