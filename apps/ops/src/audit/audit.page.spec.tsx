import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { audit } from '@docfolio/contracts/entities/audit';
import { phoneQuery } from '@docfolio/ui/hooks/use-media-query';
import { withMedia } from '@docfolio/ui/test-environment';
import { screen, waitFor, within } from '@testing-library/react';
import { AuditGateway, entryNumber, ownerName } from '../../test/audit-gateway.js';
import { address, endSession, renderOps, signInAs } from '../../test/render-ops.js';

let gateway: AuditGateway;
beforeAll(async () => {
  gateway = new AuditGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    entryNumber(1),
    entryNumber(2, { act: 'deleted', changes: [], record_name: 'Lead gone' }),
    entryNumber(3, { actor: 'website', who: 'website', who_name: '', act: 'created', operation: 'leads.submit' }),
    entryNumber(4, {
      ...{ act: 'signed_in', operation: 'auth.signIn', kind: 'users', changes: [], record_name: ownerName },
      note: 'Firefox on Linux',
    }),
    entryNumber(5, { outcome: 'refused', problem: 'not_allowed', changes: [], record_name: null }),
    entryNumber(6, { erased: true, record_name: null, changes: [{ field: 'name', before: null, after: null }] }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const path = '/admin/audit';
const rows = () => screen.getAllByRole('row').slice(1);
const rowWith = async (text: string) => (await screen.findByText(text)).closest('tr')!;

test('lists who did what to which record, with the values before and after', async () => {
  renderOps(path);
  const first = await rowWith('Lead 1');
  expect(within(first).getByText(ownerName)).toBeVisible();
  expect(within(first).getByText('Changed')).toBeVisible();
  // The values of a status have their labels.
  expect(within(first).getByText('New')).toBeVisible();
  expect(within(first).getByText('Contacted')).toBeVisible();
  expect(within(first).getByText('request-')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Audit (6)');
  expect(within(await rowWith('Lead 3')).getByText('Website')).toBeVisible();
  expect(within(await rowWith('Firefox on Linux')).getByText('Account')).toBeVisible();
  expect(screen.getByText('Refused: not allowed')).toBeVisible();
  expect(screen.getAllByText('erased').length).toBeGreaterThan(0);
});

test('links a record to its page, and a deleted one to the trash', async () => {
  renderOps(path);
  expect(await screen.findByRole('link', { name: 'Lead 1' })).toHaveAttribute('href', `/admin/leads/${idNumber(501)}`);
  expect(screen.getByRole('link', { name: 'Lead gone' })).toHaveAttribute('href', '/admin/trash');
});

test('keeps search and filters in the address, and sends them to the server', async () => {
  const { user } = renderOps(path);
  await screen.findByText('Lead 1');
  await user.click(screen.getByRole('combobox', { name: 'Operation' }));
  await user.click(await screen.findByRole('option', { name: 'Signed in' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(address()).toBe(`${path}?act=signed_in`);
  await user.click(screen.getByRole('combobox', { name: 'Time' }));
  await user.click(await screen.findByRole('option', { name: 'Last 30 days' }));
  await waitFor(() => expect(address()).toBe(`${path}?act=signed_in&days=30`));
  await waitFor(() => {
    const { from } = gateway.server.requestsOf(audit.list as Operation).at(-1)!.query;
    const age = (Date.now() - new Date(String(from)).getTime()) / 86_400_000;
    expect(age).toBeGreaterThanOrEqual(30);
    expect(age).toBeLessThan(30.1);
  });
  await user.type(screen.getByRole('searchbox'), 'nothing like it');
  expect(await screen.findByRole('heading', { name: 'No entries match' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(address()).toBe(path);
});

test('F filters by the record of the focused row, and C copies its request id', async () => {
  const { user } = renderOps(path);
  const row = await rowWith('Lead 1');
  within(row).getByRole('button', { name: 'Filter by this record' }).focus();
  await user.keyboard('c');
  expect(await screen.findByText('Request id copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('request-of-entry-1');
  await user.keyboard('f');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(address()).toBe(`${path}?record=${idNumber(501)}`);
  await user.click(screen.getByRole('button', { name: 'Remove the filter Lead Lead 1' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
});

test('shows all fields of an entry in a drawer, also at its own address', async () => {
  gateway.rows = [
    entryNumber(1, { changes: [...'abc'].map((field) => ({ field, before: field, after: `${field}2` })) }),
  ];
  renderOps(`${path}/${idNumber(1)}`);
  const drawer = await screen.findByRole('dialog', { name: /Changed: Lead 1/ });
  expect(within(drawer).getByText('leads.patch')).toBeVisible();
  expect(within(drawer).getByText('request-of-entry-1')).toBeVisible();
  const cells = within(drawer).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['a', 'a2', 'b', 'b2', 'c', 'c2']);
});

test('loads an entry that the list does not show', async () => {
  gateway.rows = Array.from({ length: 60 }, (_, index) => entryNumber(index + 1));
  renderOps(`${path}/${idNumber(60)}`);
  expect(await screen.findByRole('dialog', { name: /Changed: Lead 60/ })).toBeVisible();
});

test('shows rows of two lines on a phone', async () => {
  const restore = withMedia((query) => query === phoneQuery);
  try {
    renderOps(path);
    const list = await screen.findByRole('list', { name: 'Audit trail' });
    const [first] = await within(list).findAllByRole('listitem');
    expect(first).toHaveTextContent(`${ownerName} Changed`);
    expect(first).toHaveTextContent('Lead Lead 1');
  } finally {
    restore();
  }
});

test('says that nothing is recorded yet', async () => {
  gateway.rows = [];
  renderOps(path);
  expect(await screen.findByRole('heading', { name: 'Nothing is recorded yet' })).toBeVisible();
});

test('offers to retry when the trail cannot be loaded', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(audit.list as Operation, () => {
    throw new ProblemError('internal');
  });
  const { user } = renderOps(path);
  expect(await screen.findByText('Failed to fetch the audit trail')).toBeVisible();
  gateway.reset([entryNumber(1)]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Lead 1')).toBeVisible();
});

test('exports what the filters show', async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = renderOps(`${path}?act=changed`);
  await screen.findByText('Lead 1');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(gateway.server.requestsOf(audit.export as Operation).map(({ body }) => body)).toEqual([
    { act: 'changed', sort: '-created_at' },
  ]);
});

test('is linked above the pages of operations', async () => {
  const { user } = renderOps('/admin/system');
  await user.click(await screen.findByRole('link', { name: 'Audit' }));
  expect(await screen.findByText('Lead 1')).toBeVisible();
});
