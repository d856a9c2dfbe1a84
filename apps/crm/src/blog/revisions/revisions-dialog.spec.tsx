import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type PostRevision, postRevisions } from '@docfolio/contracts/entities/post-revision';
import { screen, within } from '@testing-library/react';
import { endSession, signInAs } from '../../../test/render-crm.js';
import { renderPart } from '../../../test/render-part.js';
import { RevisionsDialog } from './revisions-dialog.js';

const current = {
  title: 'Splitting a ledger',
  slug: 'splitting-a-ledger',
  excerpt: 'In short',
  content: 'Start with the plan.\n\nKeep both numbers in the commit.',
  category: 'Architecture',
  tags: ['postgres', 'sql'],
};

function revision(n: number, changes: Partial<PostRevision> = {}): PostRevision {
  return {
    ...current,
    id: idNumber(n),
    post_id: idNumber(1),
    version: n,
    words: 10,
    saved_at: new Date(2026, 10, 20, 12, n).toISOString(),
    saved_by: 'owner@example.com',
    ...changes,
  };
}

let gateway: AdminGateway;
let rows: PostRevision[];
let restored: PostRevision[];
beforeAll(async () => {
  gateway = new AdminGateway(await FixtureServer.start());
});
beforeEach(async () => {
  restored = [];
  rows = [
    revision(2, { content: 'Start with the plan.\n\nKeep both numbers in mind.', tags: ['postgres'] }),
    revision(1, { title: 'A ledger', content: 'Something else', words: 1, saved_by: null }),
  ];
  gateway.resetAll();
  gateway.server.on(postRevisions.list, () => ({
    json: { items: rows, total: rows.length, total_exact: true, next: null },
  }));
  gateway.server.on(postRevisions.get, ({ path }) => ({ json: rows.find(({ id }) => path.endsWith(id)) }));
  await signInAs();
});
afterEach(endSession);
afterAll(() => gateway.server.stop());

const show = () =>
  renderPart(
    <RevisionsDialog
      postId={idNumber(1)}
      current={current}
      open
      onOpenChange={() => undefined}
      onRestore={(revision) => restored.push(revision)}
    />,
  );
const part = (name: string) => screen.findByRole('region', { name });

test('compares the newest revision with the current text by field and line', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Revisions' });
  const [newest, oldest] = within(list).getAllByRole('button');
  expect(newest).toHaveTextContent('Nov 20, 2026 12:02owner@example.com10 words');
  expect(newest).toHaveAttribute('aria-pressed', 'true');
  expect(oldest).toHaveTextContent('Nov 20, 2026 12:01Unknown author1 word');
  const content = await part('Content');
  expect(within(content).getByRole('deletion')).toHaveTextContent('Keep both numbers in mind.');
  expect(within(content).getByRole('insertion')).toHaveTextContent('Keep both numbers in the commit.');
  expect(within(await part('Tags')).getByRole('insertion')).toHaveTextContent('postgres, sql');
  expect(screen.queryByRole('region', { name: 'Title' })).not.toBeInTheDocument();
});

test('restores another selected revision into the form', async () => {
  const user = show();
  const list = await screen.findByRole('list', { name: 'Revisions' });
  await user.click(within(list).getAllByRole('button')[1]!);
  expect(within(await part('Title')).getByRole('deletion')).toHaveTextContent('A ledger');
  await user.click(screen.getByRole('button', { name: 'Restore this version' }));
  expect(restored).toEqual([rows[1]]);
  expect(await screen.findByText('Version restored')).toBeVisible();
  expect(screen.getByText('It is in the form, and not saved yet.')).toBeVisible();
});

test('folds unchanged lines and shows them on demand', async () => {
  const long = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n');
  rows = [revision(3, { content: `${long}\nend` }), revision(2)];
  const user = renderPart(
    <RevisionsDialog
      postId={idNumber(1)}
      current={{ ...current, content: `${long}\nthe end` }}
      open
      onOpenChange={() => undefined}
      onRestore={() => undefined}
    />,
  );
  const content = await part('Content');
  expect(content).not.toHaveTextContent('line 3');
  await user.click(within(content).getByRole('button', { name: '17 unchanged lines' }));
  expect(content).toHaveTextContent('line 3');
});

test('says that a revision is identical to the current text', async () => {
  rows = [revision(2)];
  show();
  expect(await screen.findByText('This version is identical to the current text.')).toBeVisible();
});

test('shows an empty state and disables Restore without revisions', async () => {
  rows = [];
  show();
  expect(await screen.findByText('No revisions yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore this version' })).toBeDisabled();
});

test('offers Retry if the revisions cannot be loaded', async () => {
  gateway.server.on(postRevisions.list, () => {
    throw new ProblemError('internal');
  });
  const user = show();
  expect(await screen.findByText('Failed to fetch revisions')).toBeVisible();
  gateway.server.on(postRevisions.list, { json: { items: rows, total: 2, total_exact: true, next: null } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await part('Content')).toBeVisible();
});
