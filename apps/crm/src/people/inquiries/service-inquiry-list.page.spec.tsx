import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/problem';
import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { screen, waitFor, within } from '@testing-library/react';
import { idNumber } from '../../../test/crm-gateway.js';
import { deferred } from '../../../test/deferred.js';
import { InquiriesGateway, serviceInquiryNumber } from '../../../test/inquiries-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: InquiriesGateway;
beforeAll(async () => {
  gateway = new InquiriesGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ services: [1, 2, 3].map((n) => serviceInquiryNumber(n)) });
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

describe('the service inquiries page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(serviceInquiries.list, async (request) => {
      await answer.promise;
      return gateway.services.list(request);
    });
    renderCrm('/admin/service-inquiries');
    expect(await screen.findByText('Loading service inquiries')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(title()).toHaveTextContent(/^Service Inquiries$/);
    answer.resolve();
    await screen.findByText('Person 1');
    expect(title()).toHaveTextContent('Service Inquiries (3)');
  });

  test('shows the columns in order with sender, date and budget badge', async () => {
    gateway.services.rows = [
      serviceInquiryNumber(1, { created_at: '2026-11-09T12:30:15.000Z', budget_range: '50k-100k' }),
    ];
    renderCrm('/admin/service-inquiries');
    const row = await rowOf('Person 1');
    const heads = within(screen.getByRole('table', { name: 'Service Inquiries' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Service',
      'Budget Range',
      'Timeline',
      'Requirements',
      'Created',
      'Actions',
    ]);
    expect(within(row).getByText('50k-100k')).toHaveClass('text-warning');
    expect(within(row).getByText('asap')).toBeVisible();
    expect(within(row).getByText('Requirements 1')).toBeVisible();
    expect(within(row).getByText('Nov 09, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/),
    );
  });

  test('shows the specified texts for missing fields', async () => {
    gateway.services.rows = [
      serviceInquiryNumber(1, { budget_range: null, timeline: null, specific_requirements: null }),
    ];
    renderCrm('/admin/service-inquiries');
    const row = await rowOf('Person 1');
    expect(within(row).getAllByText('Not specified')).toHaveLength(2);
    expect(within(row).getByText('No specific requirements provided')).toBeInTheDocument();
  });

  test('shows an empty state', async () => {
    gateway.services.rows = [];
    renderCrm('/admin/service-inquiries');
    expect(await screen.findByRole('heading', { name: 'No service inquiries yet' })).toBeVisible();
    expect(title()).toHaveTextContent('Service Inquiries (0)');
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(serviceInquiries.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/service-inquiries');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch service inquiries' })).toBeVisible();
    expect(toasts()).toHaveTextContent('ErrorFailed to fetch service inquiries');
    gateway.server.on(serviceInquiries.list, (request) => gateway.services.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
  });
});

test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
  const { user } = renderCrm('/admin/service-inquiries');
  await screen.findByText('Person 1');
  const box = screen.getByPlaceholderText('Search service inquiries...');
  await user.type(box, 'person 2');
  await waitFor(() => expect(screen.queryByText('Person 1')).not.toBeInTheDocument());
  expect(address()).toBe('/admin/service-inquiries?search=person+2');
  await user.clear(box);
  await user.type(box, 'nobody');
  expect(await screen.findByRole('heading', { name: 'No service inquiries match' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Person 1')).toBeVisible();
  expect(address()).toBe('/admin/service-inquiries');
});

test('sorts the list by a click on a column header', async () => {
  const { user } = renderCrm('/admin/service-inquiries');
  await screen.findByText('Person 1');
  await user.click(screen.getByRole('button', { name: 'Service' }));
  await waitFor(() => expect(address()).toMatch(/\?sort=-?service_name$/));
  await waitFor(() =>
    expect(gateway.server.requestsOf(serviceInquiries.list).at(-1)?.query.sort).toMatch(/^-?service_name$/),
  );
});

describe('the details of an inquiry', () => {
  test('open at their own URL with all fields and a link to the lead', async () => {
    gateway.services.rows = [
      serviceInquiryNumber(1, { specific_requirements: 'One\nTwo', created_at: '2026-11-09T12:30:15.000Z' }),
    ];
    const { user } = renderCrm('/admin/service-inquiries');
    await user.click(await screen.findByRole('button', { name: 'View Details: Service 1 of Person 1' }));
    const drawer = await screen.findByRole('dialog', { name: 'Service Inquiry Details' });
    expect(address()).toBe(`/admin/service-inquiries/${idNumber(1)}`);
    const names = within(drawer)
      .getAllByRole('term')
      .map((term) => term.textContent);
    expect(names).toEqual(['Service', 'From', 'Budget Range', 'Timeline', 'Created']);
    expect(within(drawer).getByText(/^Nov 09, 2026 \d\d:30$/)).toBeVisible();
    expect(within(drawer).getByRole('heading', { name: 'Specific Requirements' })).toBeVisible();
    expect(within(drawer).getByText(/^One\s+Two$/)).toBeVisible();
    expect(within(drawer).getByRole('link', { name: 'Person 1' })).toHaveAttribute(
      'href',
      `/admin/leads/${idNumber(701)}`,
    );
    expect(within(drawer).getByRole('link', { name: 'person1@example.com' })).toHaveAttribute(
      'href',
      'mailto:person1@example.com',
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/admin/service-inquiries'));
  });

  test('show the specified texts for missing fields', async () => {
    gateway.services.rows = [
      serviceInquiryNumber(1, { budget_range: null, timeline: null, specific_requirements: null }),
    ];
    renderCrm(`/admin/service-inquiries/${idNumber(1)}`);
    const drawer = await screen.findByRole('dialog', { name: 'Service Inquiry Details' });
    expect(await within(drawer).findAllByText('Not specified')).toHaveLength(2);
    expect(within(drawer).getByText('No specific requirements provided')).toBeVisible();
  });

  test('show that the lead was deleted, as the row does', async () => {
    gateway.services.rows = [serviceInquiryNumber(1, { person: null })];
    const { user } = renderCrm('/admin/service-inquiries');
    expect(await screen.findByText('deleted lead')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'View Details: Service 1 of a deleted lead' }));
    const drawer = await screen.findByRole('dialog', { name: 'Service Inquiry Details' });
    expect(within(drawer).getByText('Their lead was deleted')).toBeVisible();
    expect(within(drawer).queryByRole('link')).not.toBeInTheDocument();
  });

  test('say that an unknown inquiry does not exist', async () => {
    renderCrm(`/admin/service-inquiries/${idNumber(99)}`);
    expect(await screen.findByRole('heading', { name: 'This service inquiry is not here' })).toBeVisible();
  });
});

describe('Delete', () => {
  const press = async (user: ReturnType<typeof renderCrm>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Delete: Service 2 of Person 2' }));

  test('removes an inquiry without confirmation, and Undo restores it', async () => {
    const { user } = renderCrm('/admin/service-inquiries');
    await press(user);
    expect(await screen.findByText('Service inquiry deleted successfully')).toBeVisible();
    expect(toasts()).toHaveTextContent('Success');
    await waitFor(() => expect(screen.queryByText('Person 2')).not.toBeInTheDocument());
    expect(title()).toHaveTextContent('Service Inquiries (2)');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Service inquiry restored')).toBeVisible();
    expect(await screen.findByText('Person 2')).toBeVisible();
  });

  test('shows a toast and keeps the row if it fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(serviceInquiries.delete, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/service-inquiries');
    await press(user);
    expect(await screen.findByText('Failed to delete service inquiry')).toBeVisible();
    expect(await rowOf('Person 2')).toBeVisible();
  });

  test('closes the details', async () => {
    const { user } = renderCrm(`/admin/service-inquiries/${idNumber(1)}`);
    const drawer = await screen.findByRole('dialog', { name: 'Service Inquiry Details' });
    await user.click(within(drawer).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    expect(await screen.findByText('Service inquiry deleted successfully')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/service-inquiries'));
    expect(gateway.services.deleted.has(idNumber(1))).toBe(true);
  });
});
