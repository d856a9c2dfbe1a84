import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { ProblemError } from '@docfolio/contracts/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { idNumber } from '../../../test/crm-gateway.js';
import { deferred } from '../../../test/deferred.js';
import { InquiriesGateway, portfolioInquiryNumber } from '../../../test/inquiries-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: InquiriesGateway;
beforeAll(async () => {
  gateway = new InquiriesGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ portfolio: [1, 2, 3].map((n) => portfolioInquiryNumber(n)) });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const title = () => screen.getByRole('heading', { level: 1 });
const toasts = () => screen.getByRole('region', { name: 'Notifications' });

describe('the portfolio inquiries page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(portfolioInquiries.list, async (request) => {
      await answer.promise;
      return gateway.portfolio.list(request);
    });
    renderCrm('/admin/portfolio-inquiries');
    expect(await screen.findByText('Loading portfolio inquiries')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(title()).toHaveTextContent(/^Portfolio Inquiries$/);
    answer.resolve();
    await screen.findByText('Person 1');
    expect(title()).toHaveTextContent('Portfolio Inquiries (3)');
  });

  test('shows the columns in order with sender and date', async () => {
    gateway.portfolio.rows = [portfolioInquiryNumber(1, { created_at: '2026-11-09T12:30:15.000Z' })];
    renderCrm('/admin/portfolio-inquiries');
    const row = await rowOf('Person 1');
    const heads = within(screen.getByRole('table', { name: 'Portfolio Inquiries' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Project Interest',
      'Similar Project',
      'Custom Requirements',
      'Created',
      'Actions',
    ]);
    expect(row).toHaveTextContent('Case study 1');
    expect(within(row).getByText('Something like 1')).toBeVisible();
    expect(within(row).getByText('Requirements 1')).toBeVisible();
    expect(within(row).getByText('Nov 09, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/),
    );
  });

  test('shows the specified texts for missing fields', async () => {
    gateway.portfolio.rows = [portfolioInquiryNumber(1, { similar_project_interest: null, custom_requirements: null })];
    renderCrm('/admin/portfolio-inquiries');
    const row = await rowOf('Person 1');
    expect(within(row).getByText('No similar project interest specified')).toBeInTheDocument();
    expect(within(row).getByText('No custom requirements provided')).toBeInTheDocument();
  });

  test('shows an empty state', async () => {
    gateway.portfolio.rows = [];
    renderCrm('/admin/portfolio-inquiries');
    expect(await screen.findByRole('heading', { name: 'No portfolio inquiries yet' })).toBeVisible();
    expect(title()).toHaveTextContent('Portfolio Inquiries (0)');
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(portfolioInquiries.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/portfolio-inquiries');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch portfolio inquiries' })).toBeVisible();
    expect(toasts()).toHaveTextContent('ErrorFailed to fetch portfolio inquiries');
    gateway.server.on(portfolioInquiries.list, (request) => gateway.portfolio.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
  });
});

test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
  const { user } = renderCrm('/admin/portfolio-inquiries');
  await screen.findByText('Person 1');
  const box = screen.getByPlaceholderText('Search portfolio inquiries...');
  await user.type(box, 'person 2');
  await waitFor(() => expect(screen.queryByText('Person 1')).not.toBeInTheDocument());
  expect(address()).toBe('/admin/portfolio-inquiries?search=person+2');
  await user.clear(box);
  await user.type(box, 'nobody');
  expect(await screen.findByRole('heading', { name: 'No portfolio inquiries match' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Person 1')).toBeVisible();
  expect(address()).toBe('/admin/portfolio-inquiries');
});

test('sorts the list by a click on a column header', async () => {
  const { user } = renderCrm('/admin/portfolio-inquiries');
  await screen.findByText('Person 1');
  await user.click(screen.getByRole('button', { name: 'Project Interest' }));
  await waitFor(() => expect(address()).toMatch(/\?sort=-?project_name$/));
  await waitFor(() =>
    expect(gateway.server.requestsOf(portfolioInquiries.list).at(-1)?.query.sort).toMatch(/^-?project_name$/),
  );
});

describe('the details of an inquiry', () => {
  test('open at their own URL with all fields and a link to the lead', async () => {
    gateway.portfolio.rows = [portfolioInquiryNumber(1, { custom_requirements: 'One\nTwo' })];
    const { user } = renderCrm('/admin/portfolio-inquiries');
    await user.click(await screen.findByRole('button', { name: 'View Details: Case study 1 of Person 1' }));
    const drawer = await screen.findByRole('dialog', { name: 'Portfolio Inquiry Details' });
    expect(address()).toBe(`/admin/portfolio-inquiries/${idNumber(1)}`);
    const names = within(drawer)
      .getAllByRole('term')
      .map((term) => term.textContent);
    expect(names).toEqual(['Project of Interest', 'From', 'Created']);
    const parts = within(drawer)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent);
    expect(parts).toEqual(['Similar Project Interest', 'Custom Requirements']);
    expect(within(drawer).getByText('Something like 1')).toBeVisible();
    expect(within(drawer).getByText(/^One\s+Two$/)).toBeVisible();
    expect(within(drawer).getByRole('link', { name: 'Person 1' })).toHaveAttribute(
      'href',
      `/admin/leads/${idNumber(701)}`,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/admin/portfolio-inquiries'));
  });

  test('show the specified texts for missing fields', async () => {
    gateway.portfolio.rows = [portfolioInquiryNumber(1, { similar_project_interest: null, custom_requirements: null })];
    renderCrm(`/admin/portfolio-inquiries/${idNumber(1)}`);
    const drawer = await screen.findByRole('dialog', { name: 'Portfolio Inquiry Details' });
    expect(await within(drawer).findByText('No similar project interest specified')).toBeVisible();
    expect(within(drawer).getByText('No custom requirements provided')).toBeVisible();
  });

  test('show that the lead was deleted, as the row does', async () => {
    gateway.portfolio.rows = [portfolioInquiryNumber(1, { person: null })];
    const { user } = renderCrm('/admin/portfolio-inquiries');
    expect(await screen.findByText('deleted lead')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'View Details: Case study 1 of a deleted lead' }));
    const drawer = await screen.findByRole('dialog', { name: 'Portfolio Inquiry Details' });
    expect(within(drawer).getByText('Their lead was deleted')).toBeVisible();
    expect(within(drawer).queryByRole('link')).not.toBeInTheDocument();
  });

  test('say that an unknown inquiry does not exist', async () => {
    renderCrm(`/admin/portfolio-inquiries/${idNumber(99)}`);
    expect(await screen.findByRole('heading', { name: 'This portfolio inquiry is not here' })).toBeVisible();
  });
});

describe('Delete', () => {
  const press = async (user: ReturnType<typeof renderCrm>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Delete: Case study 2 of Person 2' }));

  test('removes an inquiry without confirmation, and Undo restores it', async () => {
    const { user } = renderCrm('/admin/portfolio-inquiries');
    await press(user);
    expect(await screen.findByText('Portfolio inquiry deleted successfully')).toBeVisible();
    expect(toasts()).toHaveTextContent('Success');
    await waitFor(() => expect(screen.queryByText('Person 2')).not.toBeInTheDocument());
    expect(title()).toHaveTextContent('Portfolio Inquiries (2)');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Portfolio inquiry restored')).toBeVisible();
    expect(await screen.findByText('Person 2')).toBeVisible();
  });

  test('shows a toast and keeps the row if it fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(portfolioInquiries.delete, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/portfolio-inquiries');
    await press(user);
    expect(await screen.findByText('Failed to delete portfolio inquiry')).toBeVisible();
    expect(await rowOf('Person 2')).toBeVisible();
  });

  test('closes the details', async () => {
    const { user } = renderCrm(`/admin/portfolio-inquiries/${idNumber(1)}`);
    const drawer = await screen.findByRole('dialog', { name: 'Portfolio Inquiry Details' });
    await user.click(within(drawer).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    expect(await screen.findByText('Portfolio inquiry deleted successfully')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/portfolio-inquiries'));
    expect(gateway.portfolio.deleted.has(idNumber(1))).toBe(true);
  });
});
