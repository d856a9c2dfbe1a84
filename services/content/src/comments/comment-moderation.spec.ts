import { randomUUID } from 'node:crypto';
import { owner } from '@docfolio/content/site';
import { type CommentListQuery, comments } from '@docfolio/contracts/comment';
import { commentModeration, type Moderation } from '@docfolio/contracts/comment-moderation';
import { posts } from '@docfolio/contracts/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;
let postId: string;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(async () => {
  await world.clear();
  ({ id: postId } = await world.write({ slug: 'the-post', title: 'The post' }));
});

const shown = async (id = postId) => (await world.call(comments.list, { id })).items;
const list = (query: Partial<CommentListQuery> = {}) => world.call(comments.listAll, query);
const count = async () => (await world.call(posts.read, { slug: 'the-post' })).comments_count;
const reply = (id: string, content = 'Thank you.', key?: string) =>
  world.call(commentModeration.reply, { id, content }, key);
const moderate = (act: Moderation['act'], ids: string[]) => world.call(commentModeration.moderate, { act, ids });
const heard = async (id: string) => (await world.told()).filter((told) => told.id === id).map(({ act }) => act);

describe('the list', () => {
  /** Two that are approved among three that wait, from first to last: a, B, c, D, e. */
  async function five(): Promise<void> {
    for (const author_name of ['a', 'B', 'c', 'D', 'e'])
      await (/[A-Z]/.test(author_name) ? world.approvedComment : world.comment)(postId, { author_name });
  }

  it('begins with what waits, the newest of each first, one screenful after the other', async () => {
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

  it('moves a comment as soon as it is approved or taken back', async () => {
    await five();
    const [newest] = (await list()).items;
    await world.call(comments.patch, { id: newest!.id, is_approved: true });
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('caeDB');
    await world.call(comments.patch, { id: newest!.id, is_approved: false });
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('ecaDB');
  });

  it('says of each which post it stands under and what it replies to', async () => {
    const first = await world.approvedComment(postId, { author_name: 'Ada', content: 'Well said.' });
    await world.comment(postId, { parent_comment_id: first, author_name: 'Grace' });
    const gone = await world.write();
    await world.comment(gone.id, { author_name: 'Lost' });
    await world.call(posts.delete, { id: gone.id });
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

  it('finds the order and the mark of comments that an older version has written', async () => {
    await five();
    await world.collection('blog_comments').updateMany({}, { $unset: { computed: '', by_author: '' } });
    await world.collection('derived_fields').deleteMany({});
    await world.kill();
    await world.start();
    expect((await list()).items.map(({ author_name }) => author_name).join('')).toBe('ecaDB');
    expect((await shown()).map(({ by_author }) => by_author)).toEqual([false, false]);
  });
});

describe('a reply of the author', () => {
  it('stands under the comment at once, in the name of the owner, and brings it into view', async () => {
    const asked = await world.comment(postId, { author_name: 'Ada' });
    const answer = await reply(asked);
    expect(answer).toMatchObject({
      blog_post_id: postId,
      parent_comment_id: asked,
      author_name: owner.name,
      author_email: null,
      by_author: true,
      is_approved: true,
      post: { slug: 'the-post' },
      in_reply_to: { author_name: 'Ada' },
    });
    expect(await shown()).toMatchObject([
      { id: asked, by_author: false },
      { id: answer.id, by_author: true, content: 'Thank you.' },
    ]);
    expect(await count()).toBe(2);
    expect(world.dropped).toContain('comments');
    await waitFor('both are told', async () => (await heard(answer.id)).length > 0);
    expect(await heard(answer.id)).toEqual(['created']);
    expect((await heard(asked)).toSorted()).toEqual(['changed', 'created']);
  });

  it('to a reply stands beside it', async () => {
    const first = await world.approvedComment(postId);
    const second = await world.comment(postId, { parent_comment_id: first });
    expect(await reply(second)).toMatchObject({ parent_comment_id: first });
    expect((await shown()).map(({ parent_comment_id }) => parent_comment_id)).toEqual([null, first, first]);
  });

  it('is one however often it is sent, and another text under its key is refused', async () => {
    const asked = await world.comment(postId);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => reply(asked, 'Once.', key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await count()).toBe(2);
    await expect(reply(asked, 'Twice.', key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await world.call(posts.patch, { id: postId, published: false });
    expect(await reply(asked, 'Once.', key)).toMatchObject({ id: answers[0]!.id });
  });

  it('is refused where nobody could read it, and changes nothing then', async () => {
    const first = await world.approvedComment(postId);
    const second = await world.comment(postId, { parent_comment_id: first });
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

  it('cannot be forged by a reader', async () => {
    await expect(world.comment(postId, { by_author: true } as never)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('several at once', () => {
  it('come into view, go out of it and are counted, those that are absent left out', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.comment(postId)));
    const gone = randomUUID();
    expect(await moderate('approve', [...ids, gone, ids[0]!])).toEqual({ ids });
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

  it('tell caches and open CRMs of each that is seen', async () => {
    const ids = [await world.comment(postId), await world.comment(postId)];
    world.dropped.length = 0;
    await moderate('approve', ids);
    expect(world.dropped.filter((tag) => tag === 'comments')).toHaveLength(2);
    for (const id of ids) await waitFor('it is told', async () => (await heard(id)).includes('changed'));
  });

  it('are some, and not too many', async () => {
    await expect(moderate('approve', [])).rejects.toMatchObject({ errors: [{ message: 'Choose a comment' }] });
    const many = Array.from({ length: 101 }, () => randomUUID());
    await expect(moderate('approve', many)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(moderate('bless' as never, [many[0]!])).rejects.toMatchObject({
      errors: [{ message: 'Unknown act' }],
    });
  });
});
