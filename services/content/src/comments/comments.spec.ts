import { randomUUID } from 'node:crypto';
import { honeypotField } from '@docfolio/contracts/core/honeypot';
import { type CommentListQuery, commentChanged, comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { purgeComments } from './comments.jobs.js';

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

const shown = async (id = postId) => (await world.call(comments.list, { id })).items;
const all = async (query: Partial<CommentListQuery> = {}) => (await world.call(comments.listAll, query)).items;
const count = async () => (await world.call(posts.read, { slug: 'the-post' })).comments_count;
const patch = (id: string, changes: { is_approved?: boolean; is_spam?: boolean }) =>
  world.call(comments.patch, { id, ...changes });
const refused = (code: string) => ({ code });

describe('a comment', () => {
  it('shows a comment under its post once approved, without the author’s email address', async () => {
    const id = await world.submitComment(postId, { author_email: 'ada@example.com' });
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

  it('sorts comments by the time they were written, not approved', async () => {
    const ids = [];
    for (const author_name of ['First', 'Second', 'Third'])
      ids.push(await world.submitComment(postId, { author_name }));
    for (const id of ids.toReversed()) await patch(id, { is_approved: true });
    expect((await shown()).map(({ author_name }) => author_name)).toEqual(['First', 'Second', 'Third']);
  });

  it('creates one comment from ten concurrent submissions of one key and refuses another text', async () => {
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.submitComment(postId, {}, key)));
    expect(new Set(ids).size).toBe(1);
    expect(await all()).toHaveLength(1);
    await expect(world.submitComment(postId, { content: 'Other' }, key)).rejects.toMatchObject(
      refused('idempotency_key_reused'),
    );
  });

  it('accepts a retry after the post was unpublished', async () => {
    const key = randomUUID();
    const id = await world.submitComment(postId, {}, key);
    await world.call(posts.patch, { id: postId, published: false });
    expect(await world.submitComment(postId, {}, key)).toBe(id);
  });

  it('stores HTML and Unicode in a comment unchanged', async () => {
    const written = {
      author_name: '<b>نادية</b> 👩🏽‍💻',
      content: '<img src=x onerror=alert(1)>\n\n<script>1</script> **no**',
    };
    await world.submitApprovedComment(postId, written);
    expect(await shown()).toMatchObject([written]);
  });

  it('refuses a comment with a missing name or text, an unknown field or an invalid email address', async () => {
    const missing = 'Please fill in name and comment fields.';
    for (const [field, value] of [
      ['author_name', ' '],
      ['content', ''],
    ] as const)
      await expect(world.submitComment(postId, { [field]: value })).rejects.toMatchObject({
        errors: [{ path: field, message: missing }],
      });
    for (const fields of [
      { author_email: 'no address' },
      { content: 'NUL \0' },
      { is_approved: true },
      { content: 'x'.repeat(10_001) },
    ])
      await expect(world.submitComment(postId, fields as never)).rejects.toMatchObject(refused('validation_failed'));
    expect(await all()).toEqual([]);
  });

  it('responds not_found to comments on unknown, draft and deleted posts', async () => {
    await world.submitApprovedComment(postId);
    const { id: draft } = await world.createPost({ published: false });
    await world.call(posts.delete, { id: postId });
    for (const id of [draft, postId, randomUUID()]) {
      await expect(world.submitComment(id)).rejects.toMatchObject(refused('not_found'));
      await expect(shown(id)).rejects.toMatchObject(refused('not_found'));
    }
    expect(await all()).toHaveLength(1);
  });

  it('stores a comment with a filled honeypot as spam, and the owner can approve it', async () => {
    const id = await world.submitComment(postId, { website: 'http://spam.example' });
    expect(await all()).toEqual([]);
    expect(await all({ status: 'pending' })).toEqual([]);
    expect(await all({ status: 'spam' })).toMatchObject([{ id, is_spam: true }]);
    await patch(id, { is_approved: true });
    expect(await shown()).toMatchObject([{ id }]);
  });
});

describe('a reply', () => {
  it('shows a reply under its parent once approved', async () => {
    const parent = await world.submitApprovedComment(postId);
    const reply = await world.submitComment(postId, { parent_comment_id: parent });
    expect(await shown()).toHaveLength(1);
    await patch(reply, { is_approved: true });
    expect(await shown()).toMatchObject([{ id: parent }, { id: reply, parent_comment_id: parent }]);
    expect(await count()).toBe(2);
  });

  it('accepts a reply only to an approved top-level comment of the same post', async () => {
    const { id: otherPost } = await world.createPost();
    const parent = await world.submitApprovedComment(postId);
    const unfit = [
      await world.submitApprovedComment(postId, { parent_comment_id: parent }),
      await world.submitApprovedComment(otherPost),
      await world.submitComment(postId),
      await world.submitComment(postId, { website: 'x' }),
      randomUUID(),
    ];
    const deleted = await world.submitApprovedComment(postId);
    await world.call(comments.delete, { id: deleted });
    const before = await world.collection('blog_comments').countDocuments();
    for (const parent_comment_id of [...unfit, deleted]) {
      await expect(world.submitComment(postId, { parent_comment_id })).rejects.toMatchObject({
        code: 'invalid_parent',
        status: 400,
        errors: [{ path: 'parent_comment_id', message: expect.any(String) }],
      });
    }
    expect(await world.collection('blog_comments').countDocuments()).toBe(before);
  });

  it('hides a reply together with its parent, and shows it again with the parent', async () => {
    const parent = await world.submitApprovedComment(postId);
    await world.submitApprovedComment(postId, { parent_comment_id: parent });
    await patch(parent, { is_approved: false });
    expect(await shown()).toEqual([]);
    expect(await count()).toBe(0);
    await patch(parent, { is_approved: true });
    expect(await shown()).toHaveLength(2);
    expect(await count()).toBe(2);
  });
});

describe('moderation', () => {
  it('filters comments by status and post, and searches author, email address and text', async () => {
    const { id: otherPost } = await world.createPost();
    await world.submitApprovedComment(postId, { author_name: 'Grace', author_email: 'grace@navy.example' });
    await world.submitComment(otherPost, { content: 'Is (a+)+$ slow?' });
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

  it('updates comments_count with every change of visibility, without raising the post’s version', async () => {
    const ids = [
      await world.submitApprovedComment(postId),
      await world.submitApprovedComment(postId),
      await world.submitApprovedComment(postId),
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

  it('keeps comments_count correct under six concurrent approvals, withdrawals and deletions', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => world.submitComment(postId)));
    await Promise.all(ids.map((id) => patch(id, { is_approved: true })));
    expect(await count()).toBe(6);
    await Promise.all(
      ids.map((id, index) => {
        if (index % 3 === 0) return patch(id, { is_approved: false });
        return index % 3 === 1 ? world.call(comments.delete, { id }) : patch(id, { is_approved: true });
      }),
    );
    expect(await count()).toBe(2);
  });

  it('shows a comment as soon as it is approved, invalidating caches before the response', async () => {
    const id = await world.submitComment(postId);
    expect(await shown()).toEqual([]);
    world.invalidatedTags.length = 0;
    await patch(id, { is_approved: true });
    expect(world.invalidatedTags[0]).toBe('comments');
    expect(await shown()).toMatchObject([{ id }]);
  });

  it('invalidates caches only when a visible comment or the count changes', async () => {
    const id = await world.submitComment(postId);
    world.invalidatedTags.length = 0;
    await patch(id, { is_approved: false });
    await world.call(comments.delete, { id: await world.submitComment(postId) });
    expect(world.invalidatedTags).toEqual([]);
    // The request updates the count, and the event's handler may update it again: `posts` may be invalidated twice.
    const commentInvalidations = () => world.invalidatedTags.filter((tag) => tag === 'comments').length;
    await patch(id, { is_approved: true });
    expect(world.invalidatedTags.slice(0, 2)).toEqual(['comments', 'posts']);
    await patch(id, { is_approved: true });
    expect(commentInvalidations()).toBe(1);
    await world.call(comments.delete, { id });
    expect(commentInvalidations()).toBe(2);
    expect(world.invalidatedTags.at(-1)).toBe('posts');
  });

  it('notifies open CRMs of new comments and their changes, but not of incoming spam', async () => {
    await world.submitComment(postId, { [honeypotField]: 'x' });
    const id = await world.submitComment(postId);
    await patch(id, { is_approved: true });
    await patch(id, { is_spam: true });
    await world.call(comments.delete, { id });
    const liveChanges = async () => (await world.liveChanges()).filter(({ topic }) => topic === 'blog_comments');
    await waitFor('four changes', async () => (await liveChanges()).length >= 4);
    // The changes are sent in the background, so their order may differ.
    expect((await liveChanges()).map(({ act }) => act).toSorted()).toEqual([
      'changed',
      'changed',
      'created',
      'deleted',
    ]);
    expect(new Set((await liveChanges()).map((change) => change.id))).toEqual(new Set([id]));
  });

  it('queues a notification for a new comment, but not for spam', async () => {
    await world.submitComment(postId, { [honeypotField]: 'x' });
    const id = await world.submitComment(postId, { author_name: 'Ada', content: 'Well said.' });
    await waitFor('the event is queued', async () => (await world.queuedEvents('notifications')).length > 0);
    expect(await world.queuedEvents('notifications')).toEqual([
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

  it('purges comments with their purged post, not before, and refuses to restore them afterwards', async () => {
    const binned = await world.createPost();
    const [comment, deleted, other] = [
      await world.submitApprovedComment(postId),
      await world.submitComment(postId),
      await world.submitComment(binned.id),
    ];
    await world.call(comments.delete, { id: deleted });
    for (const id of [postId, binned.id]) await world.call(posts.delete, { id });
    await world.call(contentTrash.purge, { type: 'blog_posts', id: postId });
    await world.jobs.add(purgeComments, {});
    const left = () => world.collection('blog_comments').distinct('_id');
    await waitFor('the comment is purged', async () => !(await left()).includes(comment));
    expect(new Set(await left())).toEqual(new Set([deleted, other]));
    const restored = world.call(contentTrash.restore, { type: 'blog_comments', id: deleted });
    await expect(restored).rejects.toMatchObject({ code: 'conflict', status: 409 });
  });

  it('corrects comments_count after a crash between changing a comment and counting', async () => {
    const id = await world.submitComment(postId);
    const payload = { id, blog_post_id: postId };
    const left = { id: randomUUID(), name: commentChanged.name, payload, at: new Date(Date.now() - 60_000) };
    await world
      .collection('blog_comments')
      .updateOne({ _id: id }, { $set: { is_approved: true }, $push: { outbox: left } as never });
    await waitFor('the count', async () => (await count()) === 1);
  });
});
