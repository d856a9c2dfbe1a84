import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(() => gateway.reset([leadNumber(1)]));
afterEach(endSession);
afterAll(() => gateway.server.stop());

async function fillIn(user: ReturnType<typeof renderCrm>['user'], email = 'owner@example.com', password = 'secret') {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

test('shows the title and requires email and password', async () => {
  renderCrm('/auth');
  expect(await screen.findByRole('heading', { name: 'Admin Access' })).toBeVisible();
  expect(screen.getByText('Sign in to access the CRM dashboard')).toBeVisible();
  expect(screen.getByLabelText('Email')).toBeRequired();
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  expect(screen.getByLabelText('Password')).toBeRequired();
});

test('disables the button while submitting, then returns to the URL that required the sign-in', async () => {
  const answer = deferred();
  gateway.server.on(auth.signIn, async () => {
    await answer.promise;
    return { json: sampleSession(1) };
  });
  const { user } = renderCrm('/admin/leads?status=new');
  await fillIn(user);
  const button = screen.getByRole('button', { name: 'Sign In' });
  await waitFor(() => expect(button).toBeDisabled());
  expect(button.querySelector('[data-spinner]')).toBeInTheDocument();
  answer.resolve();
  expect(await screen.findByText('Person 1')).toBeVisible();
  expect(address()).toBe('/admin/leads?status=new');
});

test('redirects signed-in users to /admin', async () => {
  await signInAs();
  renderCrm('/auth');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(address()).toBe('/admin');
});

test('redirects to /admin if the return path is not a path of the CRM', async () => {
  await signInAs();
  for (const from of ['//evil.example/admin', 'https://evil.example', '/administrator', '/contact', 7]) {
    const { unmount } = renderCrm('/auth', { from });
    await waitFor(() => expect(address()).toBe('/admin'));
    unmount();
  }
});

test.each([
  ['wrong password', () => new ProblemError('invalid_credentials'), 'Invalid login credentials'],
  [
    'rate limit',
    () => new ProblemError('rate_limited', { retryAfter: 120 }),
    'Too many attempts. Please try again in 2 minutes.',
  ],
  [
    'rate limit with one second left',
    () => new ProblemError('rate_limited', { retryAfter: 1 }),
    'Too many attempts. Please try again in 1 second.',
  ],
  ['unavailable server', () => new ProblemError('unavailable'), 'The server did not respond. Please try again.'],
])('shows the reason for a failed sign-in: %s', async (_case, problem, words) => {
  gateway.server.on(auth.signIn, () => {
    throw problem();
  });
  const { user } = renderCrm('/auth');
  await fillIn(user);
  const alert = await screen.findByRole('alert');
  expect(await within(alert).findByText('Error')).toBeVisible();
  expect(within(alert).getByText(words)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('owner@example.com');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled());
});

test('refuses an email address that only the contract finds invalid, without a request', async () => {
  const { user } = renderCrm('/auth');
  await fillIn(user, `${'a'.repeat(250)}@example.com`);
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(gateway.server.requestsOf(auth.signIn)).toHaveLength(0);
});
