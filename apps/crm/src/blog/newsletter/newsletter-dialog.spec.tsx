import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { newsletter } from '@docfolio/contracts/entities/newsletter';
import { screen, waitFor, within } from '@testing-library/react';
import { issueNumber, NewsletterGateway, postId } from '../../../test/newsletter-gateway.js';
import { endSession, signInAs } from '../../../test/render-crm.js';
import { renderPart } from '../../../test/render-part.js';
import { NewsletterDialog } from './newsletter-dialog.js';

const post = { id: postId, title: 'Splitting a ledger', slug: 'splitting-a-ledger', published: true };
let gateway: NewsletterGateway;
beforeAll(async () => {
  gateway = new NewsletterGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset();
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const show = (changes: Partial<typeof post> = {}) =>
  renderPart(<NewsletterDialog post={{ ...post, ...changes }} open onOpenChange={() => undefined} />);
const button = (name: string) => screen.findByRole('button', { name });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const sending = issueNumber(0, { state: 'sending', recipients: 10, sent: 4, failed: 2, unknown: 1, waiting: 3 });

test('shows the audience, sends a test email, and sends to all subscribers after a confirmation', async () => {
  const user = show();
  expect(await screen.findByText('318 subscribers will get it, 4 have had it')).toBeVisible();
  await user.click(await button('Send to subscribers'));
  expect(screen.getByText('You have not sent yourself a test just now.')).toBeVisible();
  await user.click(await button('Cancel'));
  await user.click(await button('Send test to myself'));
  expect(await screen.findByText('A test is on its way to owner@example.com')).toBeVisible();
  expect(gateway.server.requestsOf(newsletter.create)).toHaveLength(0);
  await user.click(await button('Send to subscribers'));
  expect(screen.queryByText('You have not sent yourself a test just now.')).not.toBeInTheDocument();
  await user.click(await button('Send to 318 subscribers'));
  expect(await screen.findByText('Newsletter is being sent to 318 subscribers')).toBeVisible();
  expect(gateway.server.requestsOf(newsletter.create).map(({ body }) => body)).toEqual([{ post_id: postId }]);
  expect(await screen.findByRole('region', { name: 'Being sent' })).toHaveTextContent('Sending');
  expect(screen.queryByRole('button', { name: 'Send to subscribers' })).not.toBeInTheDocument();
});

test('allows only a test email for a draft', async () => {
  show({ published: false });
  expect(await screen.findByText(/^This post is a draft/)).toBeVisible();
  expect(await button('Send to subscribers')).toBeDisabled();
  expect(await button('Send test to myself')).toBeEnabled();
});

test('disables sending if no recipient is left', async () => {
  gateway.audience = { recipients: 0, had: 1 };
  show();
  expect(await screen.findByText('Nobody is left: 1 subscriber had it')).toBeVisible();
  expect(await button('Send to subscribers')).toBeDisabled();
});

test('updates the progress on live updates', async () => {
  const live = new LiveFixture(gateway.server);
  gateway.issues = [sending];
  show();
  const bar = await screen.findByRole('progressbar', { name: 'Newsletter' });
  expect(bar).toHaveAttribute('aria-valuenow', '7');
  expect(bar).toHaveAttribute('aria-valuemax', '10');
  const figures = () => within(screen.getByRole('region', { name: 'Being sent' })).getAllByRole('definition');
  expect(figures().map((figure) => figure.textContent)).toEqual(['4', '2', '1', '3']);
  await waitFor(() => expect(live.open).toBe(1));
  gateway.change(sending.id, { state: 'done', sent: 7, waiting: 0 });
  live.tell({ topic: 'newsletter_issues', id: sending.id, act: 'changed' });
  expect(await screen.findByRole('region', { name: 'Earlier issues' })).toHaveTextContent('To 10 subscribers');
});

test('pauses, resumes and retries failed emails', async () => {
  gateway.issues = [sending];
  const user = show();
  await user.click(await button('Pause'));
  expect(await screen.findByText('Newsletter paused')).toBeVisible();
  await user.click(await button('Resume'));
  expect(await screen.findByText('Newsletter resumed')).toBeVisible();
  await user.click(await button('Retry failed'));
  expect(await screen.findByText('2 failed mails are tried again')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry failed' })).not.toBeInTheDocument());
});

test.each([
  ['SMTP 451', /^The mail server defers emails \(SMTP 451\)/],
  ['ESOCKET', /^The mail server cannot be reached \(ESOCKET\)/],
  ['EAUTH', /^The mail server refuses the sign-in \(EAUTH\)/],
])('explains the delay after the mail server error %s', async (held_up, words) => {
  gateway.issues = [{ ...sending, held_up }];
  show();
  expect(await screen.findByText(words)).toHaveTextContent('Waiting emails are retried automatically.');
});

test('lists failed deliveries with their errors, and those of unknown outcome, which are not sent again', async () => {
  gateway.issues = [{ ...sending, state: 'done', waiting: 0, failed: 1 }];
  const at = '2026-11-20T12:00:00.000Z';
  gateway.deliveries = [
    { id: 'a', subscriber_id: postId, email: 'a@example.com', state: 'failed', last_error: '550 No such user', at },
    { id: 'b', subscriber_id: postId, email: 'b@example.com', state: 'unknown', last_error: null, at },
  ];
  const user = show();
  await user.click(await screen.findByText('Failed'));
  expect(await screen.findByRole('list', { name: 'Failed' })).toHaveTextContent('a@example.com');
  expect(screen.getByText('550 No such user')).toBeVisible();
  await user.click(screen.getByText('Outcome unknown'));
  expect(await screen.findByText(/They may have arrived, so they are not sent again/)).toBeVisible();
  expect(screen.getByRole('list', { name: 'Outcome unknown' })).toHaveTextContent('b@example.comNov');
});

test('shows the reason for a refused send, and a toast for a failed one', async () => {
  silenceLog();
  gateway.server.on(newsletter.create, () => {
    throw new ProblemError('conflict', { detail: 'This post is being sent already.' });
  });
  const user = show();
  await screen.findByText(/318 subscribers will get it/);
  await user.click(await button('Send to subscribers'));
  await user.click(await button('Send to 318 subscribers'));
  expect(await screen.findByText('This post is being sent already.')).toBeVisible();
  gateway.server.on(newsletter.create, 'drop');
  await user.click(await button('Send to 318 subscribers'));
  expect(await screen.findByText('Failed to send newsletter')).toBeVisible();
  expect(await button('Send to 318 subscribers')).toBeVisible();
});

test('offers Retry if it cannot be loaded', async () => {
  gateway.server.on(newsletter.list, () => {
    throw new ProblemError('internal');
  });
  const user = show();
  expect(await screen.findByText('Failed to fetch the newsletter')).toBeVisible();
  gateway.server.on(newsletter.list, { json: { items: [], total: 0, total_exact: true, next: null } });
  await user.click(await button('Retry'));
  expect(await screen.findByText(/318 subscribers will get it/)).toBeVisible();
});
