import { AdminGateway } from '@docfolio/admin/testing/admin-gateway';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleUser } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { screen, waitFor } from '@testing-library/react';
import { endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: AdminGateway;
beforeAll(async () => {
  gateway = new AdminGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.resetAll();
  gateway.server.on(auth.changePassword, { json: {} });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const asked = () => gateway.server.requestsOf(auth.changePassword);

async function openDialog(user = renderCrm('/admin').user) {
  await user.click(await screen.findByRole('button', { name: 'Account: owner@example.com' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  await screen.findByRole('dialog', { name: 'Change password' });
  return user;
}

async function fill(user: Awaited<ReturnType<typeof openDialog>>, current: string, next: string, repeated = next) {
  if (current) await user.type(field('Current password'), current);
  if (next) await user.type(field('New password'), next);
  if (repeated) await user.type(field('Repeat new password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('changes the password, reports that other sessions have ended, and stores no password in the browser', async () => {
  const answer = deferred();
  gateway.server.on(auth.changePassword, async () => {
    await answer.promise;
    return { json: {} };
  });
  const user = await openDialog();
  expect(field('Current password')).toHaveFocus();
  await fill(user, 'the old password', 'the new password');
  expect(screen.getByRole('button', { name: 'Change password' })).toHaveAttribute('aria-busy', 'true');
  await user.keyboard('{Enter}');
  answer.resolve();
  expect(await screen.findByText(/^Password changed successfully/)).toHaveTextContent('Other sessions have ended.');
  expect(screen.getByText('Success')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked().map(({ body }) => body)).toEqual([
    { current_password: 'the old password', new_password: 'the new password' },
  ]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Account: owner@example.com' })).toHaveFocus());
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state])).not.toContain('password');
  await openDialog(user);
  for (const label of ['Current password', 'New password', 'Repeat new password']) expect(field(label)).toHaveValue('');
});

test('gives password managers the user name and the purpose of each field', async () => {
  await openDialog();
  expect(field('Current password')).toHaveAttribute('autocomplete', 'current-password');
  expect(field('New password')).toHaveAttribute('autocomplete', 'new-password');
  expect(field('Repeat new password')).toHaveAttribute('autocomplete', 'new-password');
  for (const label of ['Current password', 'New password', 'Repeat new password'])
    expect(field(label)).toHaveAttribute('type', 'password');
  expect(document.querySelector('input[autocomplete="username"]')).toHaveValue(sampleUser.email);
});

test('shows missing, short and differing passwords at their fields without a request', async () => {
  const user = await openDialog();
  await fill(user, '', '');
  expect(await screen.findByText('Current password is required')).toBeVisible();
  expect(screen.getByText('New password is required')).toBeVisible();
  expect(screen.getByText('Repeat the new password')).toBeVisible();
  await fill(user, 'old', 'too short', 'other');
  expect(await screen.findByText('The passwords do not match')).toBeVisible();
  expect(field('New password')).toHaveAccessibleDescription('At least 10 characters');
  expect(field('New password')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.queryByText('Current password is required')).not.toBeInTheDocument();
  expect(asked()).toHaveLength(0);
});

test("shows the server's error for a wrong current password at its field", async () => {
  gateway.server.on(auth.changePassword, () => {
    throw new ProblemError('validation_failed', {
      errors: [{ path: 'current_password', message: 'This is not the current password' }],
    });
  });
  const user = await openDialog();
  await fill(user, 'a wrong guess', 'the new password');
  expect(await screen.findByText('This is not the current password')).toBeVisible();
  expect(field('Current password')).toHaveFocus();
  expect(field('New password')).toHaveValue('the new password');
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(/^$/);
});

test.each([
  ['a rate limit', new ProblemError('rate_limited', { retryAfter: 90 }), /^Too many attempts\. .*2 minutes/],
  ['a server error', new ProblemError('internal'), 'Failed to change password'],
])('shows %s in a toast and keeps the form', async (_case, problem, words) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(auth.changePassword, () => {
    throw problem;
  });
  const user = await openDialog();
  await fill(user, 'the old password', 'the new password');
  expect(await screen.findByText(words)).toBeVisible();
  expect(field('New password')).toHaveValue('the new password');
  expect(JSON.stringify(log.mock.calls)).not.toContain('the new password');
});

test('is opened by the address that /.well-known/change-password leads to, and leaves it when closed', async () => {
  const { user } = renderCrm('/admin?account=password');
  await screen.findByRole('dialog', { name: 'Change password' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(location.search).toBe('');
});
