import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { contentDeadLetters, type DeadLetter, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { type FailedMail, mails } from '@docfolio/contracts/entities/mail';
import { screen, waitFor, within } from '@testing-library/react';
import { endSession, renderOps, signInAs } from '../../../test/render-ops.js';

let gateway: AdminGateway;
let failed: FailedMail[];
let people: DeadLetter[];
let comments: DeadLetter[];

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour, 5)).toISOString();
const mail = (n: number, changes: Partial<FailedMail> = {}): FailedMail => ({
  id: `event-${n}_owner`,
  to: null,
  subject: `Mail ${n}`,
  last_error: 'SMTP 550',
  created_at: at(n),
  lead_id: null,
  ...changes,
});
const parked = (n: number, changes: Partial<DeadLetter>): DeadLetter => ({
  id: idNumber(n),
  operation: 'POST /leads',
  code: 'validation_failed',
  input: { name: `Sender ${n}`, message: `Words ${n}`, company: null, website: 'machine' },
  at: at(n),
  ...changes,
});
const page = <Row,>(rows: readonly Row[], { after = '0', limit = '50' }: Record<string, string>) => {
  const end = Number(after) + Number(limit);
  const next = end < rows.length ? String(end) : null;
  return { json: { items: rows.slice(Number(after), end), total: rows.length, total_exact: true, next } };
};
const idOf = (path: string) => decodeURIComponent(path.split('/').at(-1)!);

beforeAll(async () => {
  gateway = new AdminGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.resetAll();
  const { server } = gateway;
  failed = [
    mail(2, { to: 'maya@example.com', subject: 'Thank you', lead_id: idNumber(42), last_error: 'SMTP 550' }),
    mail(1, { subject: 'New lead', last_error: 'ECONNREFUSED' }),
  ];
  people = [
    parked(9, {
      operation: 'POST /subscribers',
      code: 'already_subscribed',
      input: { email: 'reader@example.com', source: 'blog' },
    }),
    parked(5, {}),
  ];
  comments = [
    parked(7, {
      operation: 'POST /posts/:id/comments',
      code: 'invalid_parent',
      input: { author_name: 'Critic', content: 'First line\nSecond line' },
    }),
  ];
  server.on(mails.listFailed, ({ query }) => page(failed, query));
  server.on(peopleDeadLetters.list, ({ query }) => page(people, query));
  server.on(contentDeadLetters.list, ({ query }) => page(comments, query));
  server.on(mails.retry, ({ path }) => {
    const id = decodeURIComponent(path.split('/').at(-2)!);
    if (!failed.some((each) => each.id === id)) throw new ProblemError('not_found');
    failed = failed.filter((each) => each.id !== id);
    return { json: { id } };
  });
  server.on(mails.dismiss, ({ path }) => {
    failed = failed.filter((each) => each.id !== idOf(path));
    return { json: { id: idOf(path) } };
  });
  server.on(peopleDeadLetters.dismiss, ({ path }) => {
    people = people.filter((each) => each.id !== idOf(path));
    return { json: { id: idOf(path) } };
  });
  server.on(contentDeadLetters.dismiss, ({ path }) => {
    comments = comments.filter((each) => each.id !== idOf(path));
    return { json: { id: idOf(path) } };
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const section = (name: string) => screen.findByRole('region', { name });
const mailSection = () => section('Mails that could not be sent');
const parkedSection = () => section('Submissions that were set aside');
const rows = async (of: Promise<HTMLElement>) => within(await of).findAllByRole('listitem');

test('lists failed emails with subject, recipient, error, time and a link to the lead', async () => {
  renderOps('/admin/attention');
  expect(await screen.findByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible();
  const [thanks, notice] = await rows(mailSection());
  expect(thanks).toHaveTextContent(
    /^Thank you to maya@example.comThe mail server refused it \(SMTP 550\)Nov 20, 2026 \d\d:05·Open lead/,
  );
  expect(within(thanks!).getByRole('link', { name: 'Open lead' })).toHaveAttribute(
    'href',
    `/admin/leads/${idNumber(42)}`,
  );
  expect(notice).toHaveTextContent('New lead to youThe mail server could not be reached (ECONNREFUSED)');
  expect(within(notice!).queryByRole('link')).not.toBeInTheDocument();
});

test('removes an email from the list after a retry or a dismissal', async () => {
  const { user } = renderOps('/admin/attention');
  await user.click(await screen.findByRole('button', { name: 'Try again: Thank you' }));
  expect(await screen.findByText('The mail is being sent again')).toBeVisible();
  await waitFor(async () => expect(await rows(mailSection())).toHaveLength(1));
  expect(gateway.server.requestsOf(mails.retry)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Dismiss: New lead' }));
  expect(await screen.findByText('Mail dismissed')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Mails that could not be sent' })).not.toBeInTheDocument(),
  );
});

test('shows a failed action in a toast, and removes a row that was already handled', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(mails.dismiss, () => {
    throw new ProblemError('internal');
  });
  const { user } = renderOps('/admin/attention');
  await user.click(await screen.findByRole('button', { name: 'Dismiss: New lead' }));
  expect(await screen.findByText('Failed to dismiss the mail')).toBeVisible();
  expect(log).toHaveBeenCalledWith('Failed to dismiss the mail', expect.anything());
  const again = screen.getByRole('button', { name: 'Try again: New lead' });
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'));
  failed = [];
  await user.click(again);
  expect(await screen.findByText('It was already handled.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Thank you')).not.toBeInTheDocument());
});

test('lists dead-lettered submissions of both services, newest first, and shows their fields on demand', async () => {
  const { user } = renderOps('/admin/attention');
  await waitFor(async () => expect(await rows(parkedSection())).toHaveLength(3));
  const [subscription, comment, lead] = await rows(parkedSection());
  expect(subscription).toHaveTextContent(
    'Newsletter subscription from reader@example.comThe address was already subscribed',
  );
  expect(comment).toHaveTextContent('Comment from CriticThe comment it replies to was deleted');
  expect(lead).toHaveTextContent('Contact form from Sender 5It contains invalid values');
  const disclosure = within(comment!).getByRole('button', { name: 'What was sent' });
  expect(within(comment!).getByText(/^First line/)).not.toBeVisible();
  await user.click(disclosure);
  expect(disclosure).toHaveAttribute('aria-expanded', 'true');
  expect(within(comment!).getByText(/^First line/)).toBeVisible();
  await user.click(within(lead!).getByRole('button', { name: 'What was sent' }));
  const fields = within(lead!)
    .getAllByRole('term')
    .map((term) => term.textContent);
  expect(fields).toEqual(['Name', 'Message']);
});

test('dismisses a submission at its own service after a confirmation', async () => {
  const { user } = renderOps('/admin/attention');
  await user.click(await screen.findByRole('button', { name: 'Dismiss: Comment from Critic' }));
  const question = await screen.findByRole('alertdialog', { name: 'Dismiss this submission?' });
  expect(question).toHaveTextContent('The comment from Critic will be removed for good.');
  await user.click(within(question).getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('Submission dismissed')).toBeVisible();
  await waitFor(async () => expect(await rows(parkedSection())).toHaveLength(2));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(gateway.server.requestsOf(peopleDeadLetters.dismiss)).toHaveLength(0);
});

test('keeps the submissions of both services in order when more are loaded', async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 10, 20) - n * 3_600_000).toISOString();
  people = Array.from({ length: 60 }, (_, n) => parked(100 + n, { at: hour(n) }));
  comments = [parked(300, { at: hour(54.5), operation: 'POST /posts/:id/comments' })];
  const { user } = renderOps('/admin/attention');
  await waitFor(async () => expect(await rows(parkedSection())).toHaveLength(50));
  expect(screen.queryByText('Sender 300', { exact: false })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await rows(parkedSection())).toHaveLength(61));
  expect((await rows(parkedSection()))[55]).toHaveTextContent('Sender 300');
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('shows "All is well" if nothing has failed', async () => {
  [failed, people, comments] = [[], [], []];
  renderOps('/admin/attention');
  expect(await screen.findByRole('heading', { name: 'All is well' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Mails that could not be sent' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Submissions that were set aside' })).not.toBeInTheDocument();
});

test('shows an error with Retry per source and keeps the other sources', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  failed = [];
  for (const operation of [mails.listFailed, contentDeadLetters.list])
    gateway.server.on(operation, () => {
      throw new ProblemError('not_allowed');
    });
  const { user } = renderOps('/admin/attention');
  expect(await screen.findByText('The mails could not be loaded.')).toBeVisible();
  expect(await screen.findByText('Comments could not be loaded.')).toBeVisible();
  expect(await rows(parkedSection())).toHaveLength(2);
  expect(screen.queryByText('All is well')).not.toBeInTheDocument();
  gateway.server.on(contentDeadLetters.list, ({ query }) => page(comments, query));
  await user.click(within(await parkedSection()).getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await rows(parkedSection())).toHaveLength(3));
  gateway.server.on(mails.listFailed, ({ query }) => page(failed, query));
  await user.click(within(await mailSection()).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('The mails could not be loaded.')).not.toBeInTheDocument());
});
