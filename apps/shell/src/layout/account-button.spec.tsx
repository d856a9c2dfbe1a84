import { sessionStore } from '@docfolio/api-client/session';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession, sampleUser } from '@docfolio/api-client/testing/samples';
import { auth } from '@docfolio/contracts/entities/session';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installRemotes, renderApp } from '../../test/render-app.js';
import '../../test/setup.js';

let gateway: FixtureServer;
beforeAll(async () => {
  gateway = await FixtureServer.start();
  installRemotes();
});
afterAll(async () => {
  sessionStore.stop();
  await gateway.stop();
});

async function signedInAt(path: string) {
  gateway.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  renderApp(path);
  await act(() => sessionStore.adoptSession(sampleSession(1), 'SIGNED_IN'));
  return screen.findByRole('button', { name: 'Sign out' });
}

it('opens the sign-in page for a signed-out visitor', async () => {
  renderApp('/contact');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'crm /auth' })).toBeVisible();
});

it('shows an error and keeps the session if signing out fails', async () => {
  const button = await signedInAt('/contact');
  gateway.on(auth.signOut, 'drop');
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  await userEvent.click(button);
  expect(await screen.findByText('Failed to sign out')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

it('signs out with a message and changes to Sign in', async () => {
  const button = await signedInAt('/contact');
  gateway.on(auth.signOut, { json: {} });
  await userEvent.click(button);
  expect(await screen.findByText('Signed out successfully')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible());
  expect(gateway.requestsOf(auth.signOut).at(-1)?.headers.authorization).toBe('Bearer access-1');
});
