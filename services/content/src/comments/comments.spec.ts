import { randomUUID } from 'node:crypto';
import { type CommentListQuery, commentChanged, comments } from '@docfolio/contracts/comment';
import { honeypotField } from '@docfolio/contracts/honeypot';
import { posts } from '@docfolio/contracts/post';
import { contentTrash } from '@docfolio/contracts/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { purgeComments } from './comments.jobs.js';

let world: ContentWorld;
let postId: string;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(async () => {
  await world.clear();
  ({ id: postId } = await world.write({ slug: 'the-post' }));
});

const shown = async (id = postId) => (await world.call(comments.list, { id })).items;
const all = async (query: Partial<CommentListQuery> = {}) => (await world.call(comments.listAll, query)).items;
const count = async () => (await world.call(posts.read, { slug: 'the-post' })).comments_count;
const patch = (id: string, changes: { is_approved?: boolean; is_spam?: boolean }) =>
  world.call(comments.patch, { id, ...changes });
const refused = (code: string) => ({ code });

describe('a comment', () => {
  it('waits for approval, then stands under its post without the address of its author', async () => {
    const id = await world.comment(postId, { author_email: 'ada@example.com' });
    expect(await shown()).toEqual([]);
    expect(await count()).toBe(0);
    expect(await all()).toMatchObject([{ id, author_email: 'ada@example.com', is_approved: false, is_spam: false }]);
    await patch(id, { is_approved: true });
    expect(await shown()).toEqual([
      {
        id,
        blog_post_id: postId,
        parent_comment_id: null,
        author_name: 'Ada',
        content: 'Well said.',
        by_author: false,
        created_at: expect.any(String),
      },
    ]);
    expect(await count()).toBe(1);
  });

  it('stands behind those that came before', async () => {
    const ids = [];
    for (const author_name of ['First', 'Second', 'Third']) ids.push(await world.comment(postId, { author_name }));
    for (const id of ids.toReversed()) await patch(id, { is_approved: true });
    expect((await shown()).map(({ author_name }) => author_name)).toEqual(['First', 'Second', 'Third']);
  });

  it('is one comment when one key is sent ten times at once, and 422 with another text', async () => {
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.comment(postId, {}, key)));
    expect(new Set(ids).size).toBe(1);
    expect(await all()).toHaveLength(1);
    await expect(world.comment(postId, { content: 'Other' }, key)).rejects.toMatchObject(
      refused('idempotency_key_reused'),
    );
  });

  it('that is sent again is answered as it was, though its post has gone', async () => {
    const key = randomUUID();
    const id = await world.comment(postId, {}, key);
    await world.call(posts.patch, { id: postId, published: false });
    expect(await world.comment(postId, {}, key)).toBe(id);
  });

  it('is stored as it was written', async () => {
    const written = {
      author_name: '<b>نادية</b> 👩🏽‍💻',
      content: '<img src=x onerror=alert(1)>\n\n<script>1</script> **no**',
    };
    await world.approvedComment(postId, written);
    expect(await shown()).toMatchObject([written]);
  });

  it('is refused without a name or a text, with what is none of its fields, or a bad address', async () => {
    const missing = 'Please fill in name and comment fields.';
    for (const [field, value] of [
      ['author_name', ' '],
      ['content', ''],
    ] as const)
      await expect(world.comment(postId, { [field]: value })).rejects.toMatchObject({
        errors: [{ path: field, message: missing }],
      });
    for (const fields of [
      { author_email: 'no address' },
      { content: 'NUL \0' },
      { is_approved: true },
      { content: 'x'.repeat(10_001) },
    ])
      await expect(world.comment(postId, fields as never)).rejects.toMatchObject(refused('validation_failed'));
    expect(await all()).toEqual([]);
  });

  it('is not found under a post that is unknown, a draft, or deleted; nor are those that are there', async () => {
    await world.approvedComment(postId);
    const { id: draft } = await world.write({ published: false });
    await world.call(posts.delete, { id: postId });
    for (const id of [draft, postId, randomUUID()]) {
      await expect(world.comment(id)).rejects.toMatchObject(refused('not_found'));
      await expect(shown(id)).rejects.toMatchObject(refused('not_found'));
    }
    expect(await all()).toHaveLength(1);
  });

  it('with a filled honeypot is flagged and quiet', async () => {
    const id = await world.comment(postId, { website: 'http://spam.example' });
    expect(await all()).toEqual([]);
    expect(await all({ status: 'pending' })).toEqual([]);
    expect(await all({ status: 'spam' })).toMatchObject([{ id, is_spam: true }]);
    await patch(id, { is_approved: true });
    expect(await shown()).toMatchObject([{ id }]);
  });
});

describe('a reply', () => {
  it('names the comment that it answers, and waits for approval like any', async () => {
    const parent = await world.approvedComment(postId);
    const reply = await world.comment(postId, { parent_comment_id: parent });
    expect(await shown()).toHaveLength(1);
    await patch(reply, { is_approved: true });
    expect(await shown()).toMatchObject([{ id: parent }, { id: reply, parent_comment_id: parent }]);
    expect(await count()).toBe(2);
  });

  it('answers nothing but an approved comment of the first level under the same post', async () => {
    const { id: otherPost } = await world.write();
    const parent = await world.approvedComment(postId);
    const unfit = [
      await world.approvedComment(postId, { parent_comment_id: parent }),
      await world.approvedComment(otherPost),
      await world.comment(postId),
      await world.comment(postId, { website: 'x' }),
      randomUUID(),
    ];
    const deleted = await world.approvedComment(postId);
    await world.call(comments.delete, { id: deleted });
    const before = await world.collection('blog_comments').countDocuments();
    for (const parent_comment_id of [...unfit, deleted]) {
      await expect(world.comment(postId, { parent_comment_id })).rejects.toMatchObject({
        code: 'invalid_parent',
        status: 400,
        errors: [{ path: 'parent_comment_id', message: expect.any(String) }],
      });
    }
    expect(await world.collection('blog_comments').countDocuments()).toBe(before);
  });

  it('goes out of view with the comment that it answers, and comes back with it', async () => {
    const parent = await world.approvedComment(postId);
    await world.approvedComment(postId, { parent_comment_id: parent });
    await patch(parent, { is_approved: false });
    expect(await shown()).toEqual([]);
    expect(await count()).toBe(0);
    await patch(parent, { is_approved: true });
    expect(await shown()).toHaveLength(2);
    expect(await count()).toBe(2);
  });
});

describe('moderation', () => {
  it('lists by status and post, and searches author, address and text', async () => {
    const { id: otherPost } = await world.write();
    await world.approvedComment(postId, { author_name: 'Grace', author_email: 'grace@navy.example' });
    await world.comment(otherPost, { content: 'Is (a+)+$ slow?' });
    const names = async (query: Partial<CommentListQuery>) => (await all(query)).map(({ author_name }) => author_name);
    expect(await names({})).toEqual(['Ada', 'Grace']);
    expect(await names({ sort: '-created_at' })).toEqual(['Ada', 'Grace']);
    expect(await names({ status: 'approved' })).toEqual(['Grace']);
    expect(await names({ status: 'pending' })).toEqual(['Ada']);
    expect(await names({ blog_post_id: otherPost })).toEqual(['Ada']);
    expect(await names({ search: 'NAVY' })).toEqual(['Grace']);
    expect(await names({ search: '(a+)+$' })).toEqual(['Ada']);
    expect(await names({ sort: 'created_at' })).toEqual(['Grace', 'Ada']);
  });

  it('counts whatever comes into view or goes out of it, and raises no version of the post', async () => {
    const ids = [
      await world.approvedComment(postId),
      await world.approvedComment(postId),
      await world.approvedComment(postId),
    ];
    expect(await count()).toBe(3);
    await patch(ids[0]!, { is_spam: true });
    expect(await all({ status: 'spam' })).toMatchObject([{ is_approved: false }]);
    expect(await count()).toBe(2);
    await patch(ids[1]!, { is_approved: false });
    await patch(ids[1]!, { is_approved: false });
    expect(await count()).toBe(1);
    await world.call(comments.delete, { id: ids[2]! });
    expect(await count()).toBe(0);
    expect(await shown()).toEqual([]);
    expect(await world.call(posts.get, { id: postId })).toMatchObject({ version: 1, comments_count: 0 });
    await expect(patch(ids[2]!, { is_approved: true })).rejects.toMatchObject(refused('not_found'));
  });

  it('counts right when many are approved, taken back and deleted at once', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => world.comment(postId)));
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

  it('is public with its approval: caches are told before the answer', async () => {
    const id = await world.comment(postId);
    expect(await shown()).toEqual([]);
    world.dropped.length = 0;
    await patch(id, { is_approved: true });
    expect(world.dropped[0]).toBe('comments');
    expect(await shown()).toMatchObject([{ id }]);
  });

  it('tells caches of what comes into view and of the new count, and of nothing else', async () => {
    const id = await world.comment(postId);
    world.dropped.length = 0;
    await patch(id, { is_approved: false });
    await world.call(comments.delete, { id: await world.comment(postId) });
    expect(world.dropped).toEqual([]);
    // The count is noted once by whoever asked and perhaps once by the event's handler: `posts` may be dropped twice.
    const droppedComments = () => world.dropped.filter((tag) => tag === 'comments').length;
    await patch(id, { is_approved: true });
    expect(world.dropped.slice(0, 2)).toEqual(['comments', 'posts']);
    await patch(id, { is_approved: true });
    expect(droppedComments()).toBe(1);
    await world.call(comments.delete, { id });
    expect(droppedComments()).toBe(2);
    expect(world.dropped.at(-1)).toBe('posts');
  });

  it('tells open CRMs of each that comes in and of what becomes of it, but not of flagged ones that come in', async () => {
    await world.comment(postId, { [honeypotField]: 'x' });
    const id = await world.comment(postId);
    await patch(id, { is_approved: true });
    await patch(id, { is_spam: true });
    await world.call(comments.delete, { id });
    const heard = async () => (await world.told()).filter(({ topic }) => topic === 'blog_comments');
    await waitFor('four changes', async () => (await heard()).length >= 4);
    // Nobody waits for one before the next: two that are close may change places.
    expect((await heard()).map(({ act }) => act).toSorted()).toEqual(['changed', 'changed', 'created', 'deleted']);
    expect(new Set((await heard()).map((told) => told.id))).toEqual(new Set([id]));
  });

  it('is told to whoever writes to the owner, unless a machine typed it', async () => {
    await world.comment(postId, { [honeypotField]: 'x' });
    const id = await world.comment(postId, { author_name: 'Ada', content: 'Well said.' });
    await waitFor('it is told', async () => (await world.raised('notifications')).length > 0);
    expect(await world.raised('notifications')).toEqual([
      {
        name: 'comment.received',
        payload: {
          id,
          post_title: expect.any(String),
          post_slug: 'the-post',
          author_name: 'Ada',
          content: 'Well said.',
        },
      },
    ]);
  });

  it('goes with its post once that is removed for good, and not before', async () => {
    const binned = await world.write();
    const [comment, deleted, kept] = [
      await world.approvedComment(postId),
      await world.comment(postId),
      await world.comment(binned.id),
    ];
    await world.call(comments.delete, { id: deleted });
    for (const id of [postId, binned.id]) await world.call(posts.delete, { id });
    await world.call(contentTrash.purge, { type: 'blog_posts', id: postId });
    await world.jobs.add(purgeComments, {});
    const left = () => world.collection('blog_comments').distinct('_id');
    await waitFor('the comment is gone', async () => !(await left()).includes(comment));
    expect(new Set(await left())).toEqual(new Set([deleted, kept]));
    const restored = world.call(contentTrash.restore, { type: 'blog_comments', id: deleted });
    await expect(restored).rejects.toMatchObject({ code: 'conflict', status: 409 });
  });

  it('has the count in the end when the service died between a comment and its post', async () => {
    const id = await world.comment(postId);
    const payload = { id, blog_post_id: postId };
    const left = { id: randomUUID(), name: commentChanged.name, payload, at: new Date(Date.now() - 60_000) };
    await world
      .collection('blog_comments')
      .updateOne({ _id: id }, { $set: { is_approved: true }, $push: { outbox: left } as never });
    await waitFor('the count', async () => (await count()) === 1, 20_000);
  });
});
