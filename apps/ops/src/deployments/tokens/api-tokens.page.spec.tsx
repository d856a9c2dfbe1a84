import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { screen, waitFor, within } from '@testing-library/react';
import { DeploymentsGateway, remoteNamed, tokenNumber } from '../../../test/deployments-gateway.js';
import { address, endSession, renderOps, signInAs } from '../../../test/render-ops.js';

const path = '/admin/deployments/tokens';
let gateway: DeploymentsGateway;
beforeAll(async () => {
  gateway = new DeploymentsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({
    tokens: [
      tokenNumber(1, { last_used_at: '2026-11-21T09:30:00.000Z' }),
      tokenNumber(2, { name: 'Unused', scopes: ['remotes:write:reading', 'remotes:write:crm'] }),
      tokenNumber(3, { name: 'Owner', scopes: ['remotes:write', 'remotes:write:crm', 'remotes:write:ops'] }),
    ],
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const button = (name: string) => screen.findByRole('button', { name });
const openForm = async () => {
  const view = renderOps(path);
  await view.user.click(await button('Create token'));
  return { ...view, dialog: within(await screen.findByRole('dialog')) };
};

test('lists the tokens with ending, remotes, creator and last use', async () => {
  renderOps(path);
  const row = await rowOf('Job 1');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('API tokens (3)');
  expect(row).toHaveTextContent('docfolio_…end1');
  expect(row).toHaveTextContent('all but crm, ops');
  expect(await rowOf('Unused')).toHaveTextContent('reading, crm');
  expect((await rowOf('Owner')).cells[2]).toHaveTextContent(/^all$/);
  expect(row).toHaveTextContent('owner@example.com');
  expect(row).toHaveTextContent(/Nov 21, 2026 \d\d:30/);
  expect(await rowOf('Unused')).toHaveTextContent('Never');
});

test('is linked from the page Deployments', async () => {
  const { user } = renderOps('/admin/deployments');
  await user.click(await screen.findByRole('link', { name: 'API tokens' }));
  expect(await rowOf('Job 1')).toBeVisible();
  expect(address()).toBe(path);
});

test('shows a new token once, copies it, and lists it by its ending', async () => {
  const { user, dialog } = await openForm();
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'blog CI');
  await user.click(dialog.getByRole('checkbox', { name: 'blog' }));
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('dialog', { name: 'Copy the token now' })).toBeVisible();
  expect(gateway.server.requestsOf(apiTokens.create)[0]?.body).toEqual({
    name: 'blog CI',
    scopes: ['remotes:write:blog'],
  });
  expect(dialog.getByRole('textbox', { name: 'Token blog CI' })).toHaveValue('docfolio_secret-wxyz');
  await user.click(dialog.getByRole('button', { name: 'Copy the token' }));
  expect(await navigator.clipboard.readText()).toBe('docfolio_secret-wxyz');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await rowOf('blog CI')).toHaveTextContent('docfolio_…wxyz');
  expect(document.body).not.toHaveTextContent('docfolio_secret');
});

test('asks before a new token is closed that was not copied', async () => {
  const { user, dialog } = await openForm();
  await user.click(dialog.getByRole('checkbox', { name: 'blog' }));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'blog CI{Enter}');
  await screen.findByRole('dialog', { name: 'Copy the token now' });
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without copying the token?' }));
  await user.click(question.getByRole('button', { name: 'Go back' }));
  expect(await dialog.findByDisplayValue('docfolio_secret-wxyz')).toBeVisible();
});

test('offers the delivered remotes, those that were published, and a new one, and chooses none', async () => {
  gateway.remotes = [remoteNamed('reading')];
  const { user, dialog } = await openForm();
  const choice = (name: string | RegExp) => dialog.findByRole('checkbox', { name });
  for (const name of ['blog', 'reading', 'site', /^crm runs in the admin’s session/, 'These and every new remote'])
    expect(await choice(name)).not.toBeChecked();
  await user.type(dialog.getByRole('textbox', { name: 'Another remote' }), 'Shop{Enter}');
  expect(await dialog.findByText('Not the name of a remote')).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: 'Another remote' }));
  await user.type(dialog.getByRole('textbox', { name: 'Another remote' }), 'shop{Enter}');
  expect(await choice('shop')).toBeChecked();
  await user.click(await choice('reading'));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'CI{Enter}');
  await screen.findByRole('dialog', { name: 'Copy the token now' });
  expect(gateway.server.requestsOf(apiTokens.create)[0]?.body).toMatchObject({
    scopes: ['remotes:write:shop', 'remotes:write:reading'],
  });
});

test('for every remote includes the CRM only if it is chosen by itself', async () => {
  const { user, dialog } = await openForm();
  await user.click(dialog.getByRole('checkbox', { name: 'site' }));
  await user.click(dialog.getByRole('checkbox', { name: 'These and every new remote' }));
  expect(dialog.getByRole('checkbox', { name: 'blog' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'blog' })).toBeDisabled();
  expect(dialog.getByRole('checkbox', { name: /^crm/ })).not.toBeChecked();
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'CI{Enter}');
  await screen.findByRole('dialog', { name: 'Copy the token now' });
  expect(gateway.server.requestsOf(apiTokens.create)[0]?.body).toMatchObject({ scopes: ['remotes:write'] });
});

test('demands a name and a remote before it sends anything', async () => {
  const { user, dialog } = await openForm();
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  expect(dialog.getByText('Choose at least one remote')).toBeVisible();
  expect(gateway.server.requestsOf(apiTokens.create)).toHaveLength(0);
});

test('shows why the server does not create a token, and keeps the name', async () => {
  silenceLog();
  gateway.server.on(apiTokens.create, () => {
    throw new ProblemError('conflict', { detail: 'There are 50 tokens already. Revoke one first.' });
  });
  const { user, dialog } = await openForm();
  await user.click(dialog.getByRole('checkbox', { name: 'blog' }));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'blog CI{Enter}');
  expect(await dialog.findByText('There are 50 tokens already. Revoke one first.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('blog CI');
});

test('revokes a token after a question', async () => {
  const { user } = renderOps(path);
  await user.click(await button('Revoke Job 1'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Job 1?' }));
  expect(gateway.tokens).toHaveLength(3);
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Job 1 revoked')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Job 1')).not.toBeInTheDocument());
});

test('says so if a token was already revoked elsewhere, and removes it', async () => {
  const { user } = renderOps(path);
  await user.click(await button('Revoke Job 1'));
  gateway.tokens = gateway.tokens.slice(1);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Job 1 was already revoked')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Job 1')).not.toBeInTheDocument());
});

test('shows tokens that another admin creates without a reload', async () => {
  const live = new LiveFixture(gateway.server);
  renderOps(path);
  await rowOf('Job 1');
  await waitFor(() => expect(live.open).toBe(1));
  gateway.tokens = [tokenNumber(4), ...gateway.tokens];
  live.tell({ topic: 'api_tokens', id: tokenNumber(4).id, act: 'created' });
  expect(await rowOf('Job 4')).toBeVisible();
});

test('explains what tokens are for while there are none', async () => {
  gateway.tokens = [];
  renderOps(path);
  expect(await screen.findByRole('heading', { name: 'No API tokens' })).toBeVisible();
});

test('shows an error with Retry if the tokens cannot be loaded', async () => {
  silenceLog();
  gateway.server.on(apiTokens.list, () => {
    throw new ProblemError('internal');
  });
  const { user } = renderOps(path);
  expect(await screen.findByRole('heading', { name: 'Failed to fetch the API tokens' })).toBeVisible();
  gateway.reset(gateway);
  await user.click(await button('Retry'));
  expect(await rowOf('Job 1')).toBeVisible();
});
