import { randomUUID } from 'node:crypto';
import { liveStream } from '@docfolio/contracts/core/live';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { newsletter } from '@docfolio/contracts/entities/newsletter';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NewsletterSources, startNewsletterSources } from '../testing/newsletter-sources.js';
import { ask, type NotificationsWorld, startFolderWorld } from '../testing/notifications-world.js';

const owner = 'owner@example.com';

let world: NotificationsWorld;
let sources: NewsletterSources;

const order = (post_id: string, key: string = randomUUID()) =>
  world.rpc.call(newsletter.create, { post_id }, { ...ask(), idempotencyKey: key });
const get = (id: string) => world.rpc.call(newsletter.get, { id }, ask());
const list = (query: CallInput<typeof newsletter.list> = {}) => world.rpc.call(newsletter.list, query, ask());
const done = (id: string) => waitFor('the issue is done', async () => (await get(id)).state === 'done');
/** Emails to an address, with folded lines and encoded characters decoded. */
const mailsTo = async (address: string) =>
  (await world.outbox())
    .filter(({ to }) => to === address)
    .map(({ source }) =>
      source
        .replace(/=\r\n/g, '')
        .replace(/=3D/g, '=')
        .replace(/\r\n[ \t]+/g, ' '),
    );
const conflict = (detail: string) => ({ code: 'conflict', detail });

beforeAll(async () => {
  world = await startFolderWorld();
  const { host, port } = world.redis.options;
  sources = await startNewsletterSources(`redis://${host}:${port}`);
});
afterAll(async () => {
  await sources?.stop();
  await world?.stop();
});
beforeEach(() => {
  sources.recipients.length = 0;
});

describe('an issue', () => {
  it('contains the post, its URL, the reason for the email and the unsubscribe links', async () => {
    const [reader] = sources.subscribe(1);
    const post = sources.addPost({
      title: 'Tea & <b>tags</b>',
      slug: 'tea',
      content: [
        'Read [the first part](/blog/first) or [the notes](notes.pdf).',
        '![A drawing](/images/a.png)',
        '<script>alert(1)</script> [x](javascript:alert(1))',
        '- one\n- two',
        'A note.[^1]',
        '[^1]: The note.',
      ].join('\n\n'),
    });
    const { id } = await order(post.id);
    await done(id);
    const [mail, ...more] = await mailsTo(reader!.email);
    expect(more).toEqual([]);
    const leave = `https://docfolio.example/newsletter/unsubscribe?token=${reader!.unsubscribe_token}`;
    const oneClick = `<https://docfolio.example/api/v1/newsletter/one-click/${reader!.unsubscribe_token}>`;
    expect(mail).toMatch(/^Subject: Tea & <b>tags<\/b>\r$/m);
    expect(mail).toContain(`List-Unsubscribe: ${oneClick}\r\n`);
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(mail).toMatch(/^Message-ID: <[0-9a-f]{32}@docfolio\.example>\r$/m);
    expect(mail).toMatch(/^Precedence: bulk\r$/m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const [plain, html] = mail!.split('Content-Type: text/html') as [string, string];
    expect(plain).toContain('the first part (https://docfolio.example/blog/first)');
    expect(plain).toContain('[A drawing: https://docfolio.example/images/a.png]');
    expect(plain).toContain('- one\r\n- two');
    expect(plain).toContain(`Unsubscribe: ${leave}`);
    expect(html).toContain('<h1>Tea &amp; &lt;b&gt;tags&lt;/b&gt;</h1>');
    expect(html).toContain('href="https://docfolio.example/blog/notes.pdf"');
    expect(html).toContain('src="https://docfolio.example/images/a.png"');
    expect(html).toContain(`href="${leave}"`);
    expect(html).not.toMatch(/<script|="(?:javascript:|[/#])/i);
  });

  it('is sent with the text that the post had when the issue was created', async () => {
    const [reader] = sources.subscribe(1);
    const post = sources.addPost({ title: 'As it was' });
    const { id } = await order(post.id);
    sources.posts.set(post.id, { ...post, title: 'As it became' });
    await done(id);
    expect((await mailsTo(reader!.email)).join()).toContain('Subject: As it was');
  });

  it('is refused for a draft and for an unknown post', async () => {
    const draft = sources.addPost({ published: false });
    await expect(order(draft.id)).rejects.toMatchObject(conflict('Publish the post first'));
    await expect(order(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect((await list({ post_id: draft.id })).items).toEqual([]);
  });

  it('is unique per post while open, and idempotent by key', async () => {
    sources.subscribe(1);
    const post = sources.addPost();
    const key = randomUUID();
    const both = await Promise.all([order(post.id, key), order(post.id, key)]);
    expect(both[0].id).toBe(both[1].id);
    await done(both[0].id);
    await world.database.collection('newsletter_issues').updateOne(
      { _id: both[0].id as never },
      {
        $set: { state: 'paused', open: true },
      },
    );
    await expect(order(post.id)).rejects.toMatchObject(conflict('This post is being sent already'));
    await expect(order(sources.addPost().id, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect((await list({ post_id: post.id })).total).toBe(1);
  });

  it('is sent once to an address that unsubscribed and subscribed again', async () => {
    const [reader] = sources.subscribe(1);
    const post = sources.addPost({ title: 'Only once' });
    await done((await order(post.id)).id);
    sources.recipients[0] = { ...reader!, id: randomUUID() };
    const { id } = await order(post.id);
    await done(id);
    expect(await get(id)).toMatchObject({ recipients: 0, sent: 0 });
    const mails = await mailsTo(reader!.email);
    expect(mails.filter((mail) => mail.includes('Subject: Only once'))).toHaveLength(1);
  });

  it('is done without recipients', async () => {
    const { id } = await order(sources.addPost().id);
    await done(id);
    expect(await get(id)).toMatchObject({ recipients: 0, sent: 0, created_by: owner, finished_at: expect.any(String) });
  });

  it('notifies open CRMs of its progress, at most twice a second', async () => {
    sources.subscribe(120);
    const began = Date.now();
    const { id } = await order(sources.addPost().id);
    await done(id);
    const seconds = (Date.now() - began) / 1_000;
    const told = (await world.redis.xrange(liveStream, '-', '+')).filter(([, fields]) => fields[1]!.includes(id));
    expect(told.length).toBeGreaterThan(2);
    // Five changes are not throttled: created, recipients listed, started, counted at the end, done.
    expect(told.length).toBeLessThanOrEqual(2 * seconds + 5);
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const query = { id, limit: 50, ...(after && { after }) };
      const screen = await world.rpc.call(newsletter.deliveries, query, ask());
      expect(screen.total).toBe(120);
      for (const item of screen.items) {
        expect(item).toMatchObject({ state: 'sent', email: null });
        seen.add(item.id);
      }
      after = screen.next ?? undefined;
    } while (after);
    expect(seen.size).toBe(120);
  });

  it.each(['get', 'pause', 'resume', 'retry', 'deliveries'] as const)(
    'responds not_found to %s if it does not exist',
    async (name) => {
      const asked = world.rpc.call(newsletter[name], { id: randomUUID() }, ask());
      await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a test email', () => {
  it('is sent to the owner as subscribers would get it, also of a draft, and is not counted', async () => {
    sources.subscribe(3);
    const draft = sources.addPost({ published: false, title: 'Not out yet' });
    expect(await world.rpc.call(newsletter.test, { post_id: draft.id }, ask())).toEqual({ to: owner });
    await waitFor('the mail', async () => (await mailsTo(owner)).length === 1);
    const [mail] = await mailsTo(owner);
    expect(mail).toContain('Subject: [Test] Not out yet');
    expect(mail).toContain('https://docfolio.example/images/a.png');
    expect(mail).not.toContain('List-Unsubscribe');
    expect(await world.rpc.call(newsletter.audience, { post_id: draft.id }, ask())).toEqual({ recipients: 3, had: 0 });
  });
});

it('deletes addresses of failed and waiting emails after a month', async () => {
  const issue_id = randomUUID();
  const old = new Date(Date.now() - 31 * 24 * 3_600_000);
  const rows = [
    { _id: 'old', state: 'failed', at: old },
    { _id: 'new', state: 'failed', at: new Date() },
    // Belongs to a paused issue, which fetches the address again before it sends.
    { _id: 'waits', state: 'waiting', at: old },
    { _id: 'sends', state: 'sending', at: old },
  ];
  const deliveries = world.database.collection<{ _id: string; email?: string }>('newsletter_deliveries');
  const base = { post_id: randomUUID(), issue_id, subscriber_id: randomUUID(), email: 'x@example.com', tries: 1 };
  await deliveries.insertMany(rows.map((row) => ({ ...base, ...row })));
  await world.sweep('sweep-newsletter-issues');
  for (const _id of ['old', 'waits'])
    await waitFor('one is forgotten', async () => !(await deliveries.findOne({ _id }))?.email);
  expect(await deliveries.countDocuments({ issue_id, email: 'x@example.com' })).toBe(2);
});

it('restarts an issue whose jobs were lost', async () => {
  sources.subscribe(5);
  const { id } = await order(sources.addPost().id);
  await done(id);
  // Simulates that Redis lost the jobs halfway.
  const [sending] = await world.database.collection('newsletter_deliveries').find({ issue_id: id }).toArray();
  const long = new Date(Date.now() - 10 * 60_000);
  await world.database
    .collection('newsletter_deliveries')
    .updateOne({ _id: sending!._id }, { $set: { state: 'sending', at: long } });
  await world.database
    .collection('newsletter_issues')
    .updateOne({ _id: id as never }, { $set: { state: 'sending', open: true, moved_at: long } });
  // Many paused issues must not keep the sweep from finding the stalled one.
  const paused = Array.from({ length: 20 }, () => ({
    ...{ _id: randomUUID() as never, post_id: randomUUID(), state: 'paused', open: true, moved_at: new Date(0) },
    deleted_at: null,
  }));
  const issues = world.database.collection('newsletter_issues');
  await issues.insertMany(paused);
  await waitFor('the issue is done', async () => {
    // The throttled update of the first round may come late, and counts as progress.
    await issues.updateOne({ _id: id as never, state: 'sending', round: 1 }, { $set: { moved_at: long } });
    await world.sweep('sweep-newsletter-issues');
    return (await get(id)).state === 'done';
  });
  expect(await get(id)).toMatchObject({ recipients: 5, sent: 4, unknown: 1 });
});
