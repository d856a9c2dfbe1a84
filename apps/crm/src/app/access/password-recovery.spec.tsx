import { onAuthEvent } from '@docfolio/api-client/session';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { screen, waitFor } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

const email = 'owner@example.com';
const resetPath = `/auth/reset#${'t'.repeat(43)}`;

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(() => {
  gateway.reset([leadNumber(1)]);
  gateway.server.on(auth.requestRecovery, { json: {} });
  gateway.server.on(auth.checkRecovery, { json: { email } });
  gateway.server.on(auth.completeRecovery, { json: sampleSession(2) });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const requests = () => gateway.server.requestsOf(auth.requestRecovery).map(({ body }) => body);
const heading = (name: string) => screen.findByRole('heading', { name });

describe('requesting a recovery link', () => {
  test('puts the "Forgot password?" link after the password in the tab order and passes the typed email on', async () => {
    const { user } = renderCrm('/auth');
    await user.type(await screen.findByLabelText('Email'), email);
    await user.tab();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await heading('Reset your password')).toBeVisible();
    expect(address()).toBe('/auth/forgot');
    expect(screen.getByLabelText('Email')).toHaveValue(email);
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(email);
  });

  test('sends the request, shows "Check your mail" and focuses its heading', async () => {
    const { user } = renderCrm('/auth/forgot');
    await user.type(await screen.findByLabelText('Email'), email);
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    await waitFor(async () => expect(await heading('Check your mail')).toHaveFocus());
    expect(requests()).toEqual([{ email }]);
    expect(screen.getByText(email)).toBeVisible();
    expect(screen.getByText('The link works once, for', { exact: false })).toHaveTextContent(/for 30 minutes$/);
  });

  test('allows sending the link again after a minute, or to another address', async () => {
    const { user } = renderCrm('/auth/forgot');
    await user.type(await screen.findByLabelText('Email'), email);
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    const again = await screen.findByRole('button', { name: /^Send again in (1:00|0:\d\d)$/ });
    expect(again).toHaveAttribute('aria-disabled', 'true');
    await user.click(again);
    expect(requests()).toHaveLength(1);

    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Another link is on its way.')).toHaveRole('status');
    expect(requests()).toEqual([{ email }, { email }]);
    expect(await screen.findByRole('button', { name: /^Send again in/ })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Use another one' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(email);
  });

  test('shows the reason for a refused request and keeps the form', async () => {
    gateway.server.on(auth.requestRecovery, () => {
      throw new ProblemError('rate_limited', { retryAfter: 60 });
    });
    const { user } = renderCrm('/auth/forgot', { email });
    await user.click(await screen.findByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Too many attempts. Please try again in 1 minute.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(email);
  });
});

describe('a recovery link', () => {
  test('names the account, sets the password, emits PASSWORD_RECOVERY and opens the CRM', async () => {
    const events: string[] = [];
    const stop = onAuthEvent((event) => events.push(event));
    const { user } = renderCrm(resetPath);
    expect(await heading('Choose a new password')).toBeVisible();
    expect(screen.getByText(`for ${email}`)).toBeVisible();
    const field = screen.getByLabelText('New password');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'new-password');
    expect(field).toHaveAccessibleDescription('At least 10 characters');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.type(field, 'quiet harbour 41 lamps');
    await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
    await waitFor(() => expect(address()).toBe('/admin'));
    expect(window.location.hash).toBe('');
    expect(events).toContain('PASSWORD_RECOVERY');
    expect(gateway.server.requestsOf(auth.completeRecovery)[0]?.body).toEqual({
      token: 't'.repeat(43),
      new_password: 'quiet harbour 41 lamps',
    });
    stop();
  });

  test('names the API tokens that outlive the password, and revokes them if the user chooses so', async () => {
    const tokens = [
      { name: 'blog CI', ending: 'wxyz' },
      { name: 'Laptop', ending: 'ab12' },
    ];
    gateway.server.on(auth.checkRecovery, { json: { email, api_tokens: tokens } });
    const { user } = renderCrm(resetPath);
    const choice = await screen.findByRole('checkbox', { name: 'Revoke my API tokens as well' });
    expect(choice).not.toBeChecked();
    expect(choice).toHaveAccessibleDescription(/^blog CI \(…wxyz\), Laptop \(…ab12\)\. They stay valid otherwise/);
    await user.click(choice);
    await user.type(screen.getByLabelText('New password'), 'quiet harbour 41 lamps{Enter}');
    expect(
      await screen.findByText(/Every other device is signed out, and your API tokens are revoked\./),
    ).toBeVisible();
    expect(gateway.server.requestsOf(auth.completeRecovery)[0]?.body).toMatchObject({ revoke_tokens: true });
  });

  test('asks nothing about API tokens of an account without any', async () => {
    renderCrm(resetPath);
    expect(await heading('Choose a new password')).toBeVisible();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  test('refuses a password that is too short without a request', async () => {
    const { user } = renderCrm(resetPath);
    const field = await screen.findByLabelText('New password');
    await user.type(field, 'short{Enter}');
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
    expect(field).toHaveAccessibleDescription('At least 10 characters');
    expect(gateway.server.requestsOf(auth.completeRecovery)).toHaveLength(0);
  });

  test.each([
    ['was used or has expired', resetPath],
    ['has no token', '/auth/reset'],
  ])('shows an error and links to the request form if it %s', async (_case, path) => {
    gateway.server.on(auth.checkRecovery, () => {
      throw new ProblemError('link_expired');
    });
    const { user } = renderCrm(path);
    expect(await heading('This link no longer works')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Send a new link' }));
    expect(await heading('Reset your password')).toBeVisible();
  });

  test('shows an error if it expires while the password is typed', async () => {
    gateway.server.on(auth.completeRecovery, () => {
      throw new ProblemError('link_expired');
    });
    const { user } = renderCrm(resetPath);
    await user.type(await screen.findByLabelText('New password'), 'quiet harbour 41 lamps{Enter}');
    expect(await heading('This link no longer works')).toBeVisible();
  });

  test('offers Retry if it cannot be checked', async () => {
    let failing = true;
    gateway.server.on(auth.checkRecovery, () => (failing ? 'drop' : { json: { email } }));
    const { user } = renderCrm(resetPath);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    failing = false;
    await user.click(retry);
    expect(await screen.findByText(`for ${email}`)).toBeVisible();
  });

  test('opens the form for a signed-in user', async () => {
    await signInAs();
    renderCrm(resetPath);
    expect(await heading('Choose a new password')).toBeVisible();
  });
});
