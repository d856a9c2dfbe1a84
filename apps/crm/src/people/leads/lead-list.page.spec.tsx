import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { act, screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([1, 2, 3].map((n) => leadNumber(n)));
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const table = () => screen.findByRole('table', { name: 'Leads' });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
/** Silences console.error where the test expects it. */
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the leads page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(leads.list, async (request) => {
      await answer.promise;
      return gateway.list(request);
    });
    renderCrm('/admin/leads');
    expect(await screen.findByText('Loading leads')).toBeInTheDocument();
    const bars = () => document.querySelectorAll('[aria-hidden] > [style*="opacity"]');
    await waitFor(() => expect(bars()).toHaveLength(5));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Leads$/);
    answer.resolve();
    await screen.findByText('Person 1');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (3)');
  });

  test('shows the columns in order with dates, and the exact time on hover', async () => {
    gateway.leads = [
      leadNumber(1, {
        service_interest: 'SaaS Architecture',
        budget_range: '50k-100k',
        created_at: '2026-11-09T12:30:15.000Z',
      }),
    ];
    renderCrm('/admin/leads');
    await screen.findByText('Person 1');
    const heads = within(await table()).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Name',
      'Email',
      'Company',
      'Status',
      'Source',
      'Service Interest',
      'Budget',
      'Created',
      'Actions',
    ]);
    const row = await rowOf('Person 1');
    expect(within(row).getByText('SaaS Architecture')).toBeVisible();
    expect(within(row).getByText('50k-100k')).toBeVisible();
    expect(within(row).getByText('Nov 09, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/),
    );
    expect(within(row).getByRole('button', { name: 'View Person 1' })).toBeInTheDocument();
    expect(within(row).getByRole('button', { name: 'Edit Person 1' })).toBeInTheDocument();
  });

  test('shows an empty state with Add Lead', async () => {
    gateway.leads = [];
    const { user } = renderCrm('/admin/leads');
    expect(await screen.findByRole('heading', { name: 'No leads yet' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (0)');
    await user.click(screen.getAllByRole('button', { name: 'Add Lead' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Lead' })).toBeVisible();
  });

  test('shows an error state with Retry, a log entry and no toast if loading fails', async () => {
    const log = silenceLog();
    gateway.server.on(leads.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/leads');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible();
    expect(log).toHaveBeenCalledWith('Loading leads failed', expect.anything());
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(/^$/);
    gateway.server.on(leads.list, (request) => gateway.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
  });
});

describe('search, filters and sort order', () => {
  test('sends one search request after a debounce, and resets a search without matches by Clear', async () => {
    const { user } = renderCrm('/admin/leads');
    await screen.findByText('Person 1');
    const before = gateway.server.requestsOf(leads.list).length;
    const box = screen.getByPlaceholderText('Search by name, email, or company...');
    await user.keyboard('/');
    expect(box).toHaveFocus();
    await user.type(box, 'person 2');
    await waitFor(() => expect(screen.queryByText('Person 1')).not.toBeInTheDocument());
    expect(screen.getByText('Person 2')).toBeVisible();
    expect(address()).toBe('/admin/leads?search=person+2');
    const searches = gateway.server.requestsOf(leads.list).slice(before);
    expect(searches.map(({ query }) => query.search)).toEqual(['person 2']);

    await user.clear(box);
    await user.type(box, 'nobody');
    expect(await screen.findByRole('heading', { name: 'No leads match' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
    expect(box).toHaveValue('');
    expect(address()).toBe('/admin/leads');
  });

  test('reads filters and sort order from the URL and ignores invalid values', async () => {
    gateway.leads = [leadNumber(1, { status: 'lost' }), leadNumber(2), leadNumber(3, { status: 'lost' })];
    renderCrm('/admin/leads?status=lost&sort=name&source=moon&search=%20person%20');
    await screen.findByText('Person 3');
    expect(screen.queryByText('Person 2')).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Lost');
    expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('person');
    const asked = gateway.server.requestsOf(leads.list).find(({ query }) => query.status);
    expect(asked?.query).toEqual({ status: 'lost', sort: 'name', search: 'person' });
  });

  test('filters by status and spam, and sorts by a click on a column header', async () => {
    gateway.leads = [leadNumber(1), leadNumber(2, { status: 'lost' }), leadNumber(3, { is_spam: true })];
    const { user } = renderCrm('/admin/leads');
    await screen.findByText('Person 1');
    expect(screen.queryByText('Person 3')).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Lost' }));
    await waitFor(() => expect(screen.queryByText('Person 1')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/leads?status=lost');
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'All statuses' }));
    await user.click(screen.getByRole('button', { name: 'Spam' }));
    expect(await screen.findByText('Person 3')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (1)');
    await user.click(screen.getByRole('button', { name: 'Spam' }));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(address()).toMatch(/^\/admin\/leads\?sort=-?name$/));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      expect.stringMatching(/ascending|descending/),
    );
  });

  test('shows a plus sign after an inexact total', async () => {
    gateway.server.on(leads.list, {
      json: { items: [leadNumber(1)], total: 1000, total_exact: false, next: null },
    });
    renderCrm('/admin/leads?search=person');
    await screen.findByText('Person 1');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (1,000+)');
  });
});

describe('the status in a row', () => {
  const status = (name: string) => screen.getByRole('button', { name: new RegExp(`^Status of ${name}:`) });

  test('changes only after the save has succeeded', async () => {
    const answer = deferred();
    gateway.server.on(leads.patch, async ({ path, body }) => {
      await answer.promise;
      return { json: gateway.change(path.split('/').at(-1)!, body as object) };
    });
    const { user } = renderCrm('/admin/leads');
    await screen.findByText('Person 1');
    await user.click(status('Person 1'));
    await user.keyboard('4');
    await waitFor(() => expect(status('Person 1')).toHaveAttribute('aria-busy', 'true'));
    expect(status('Person 1')).toHaveTextContent('New');
    expect(status('Person 1').querySelector('[data-spinner]')).toBeInTheDocument();
    expect(gateway.server.requestsOf(leads.patch)[0]?.body).toEqual({ status: 'converted' });
    const lists = gateway.server.requestsOf(leads.list).length;
    answer.resolve();
    await waitFor(() => expect(status('Person 1')).toHaveTextContent('Converted'));
    expect(status('Person 1')).not.toHaveAttribute('aria-busy');
    // The list is updated in place, not refetched.
    expect(gateway.server.requestsOf(leads.list)).toHaveLength(lists);
  });

  test('keeps its value if the save fails, which is only logged', async () => {
    const log = silenceLog();
    gateway.server.on(leads.patch, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/leads');
    await screen.findByText('Person 1');
    await user.click(status('Person 1'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Lost' }));
    await waitFor(() => expect(log).toHaveBeenCalledWith('Changing a lead failed', expect.anything()));
    await waitFor(() => expect(status('Person 1')).not.toHaveAttribute('aria-busy'));
    expect(status('Person 1')).toHaveTextContent('New');
    expect(status('Person 1').querySelector('[data-spinner]')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(/^$/);
  });
});

test('moves by J, sets the status by S and a digit, edits by E, opens on Enter and closes on Escape', async () => {
  const { user } = renderCrm('/admin/leads?source=contact');
  gateway.leads = gateway.leads.map((lead) => ({ ...lead, source: 'contact' }));
  await screen.findByText('Person 1');
  await user.keyboard('j');
  await user.keyboard('s');
  await screen.findByRole('menu');
  await user.keyboard('2');
  await waitFor(() => expect(gateway.leads[0]?.status).toBe('contacted'));
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await user.keyboard('e');
  expect(await screen.findByRole('dialog', { name: 'Edit Lead' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  act(() => screen.getByRole('link', { name: 'Person 1' }).focus());
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Person 2' })).toBeVisible();
  expect(address()).toBe(`/admin/leads/${leadNumber(2).id}?source=contact`);
  await user.keyboard('k');
  expect(await screen.findByRole('dialog', { name: 'Person 1' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/admin/leads?source=contact'));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Person 1' })).toHaveFocus());
});
