import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { act, screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderCrm, signInAs } from '../../test/render-crm.js';
import { TestimonialsGateway, testimonialNumber } from '../../test/testimonials-gateway.js';

let gateway: TestimonialsGateway;
beforeAll(async () => {
  gateway = new TestimonialsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    testimonialNumber(1),
    testimonialNumber(2, { is_approved: false }),
    testimonialNumber(3, { is_featured: true, rating: 3 }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const title = () => screen.getByRole('heading', { level: 1 });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

/** Opens the actions menu of a testimonial and clicks an item. */
async function choose(user: ReturnType<typeof renderCrm>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the testimonials page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(testimonials.listAll, async (request) => {
      await answer.promise;
      return gateway.table.list(request);
    });
    renderCrm('/admin/testimonials');
    expect(await screen.findByText('Loading testimonials')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(title()).toHaveTextContent(/^Testimonials$/);
    answer.resolve();
    await screen.findByText('Client 1');
    expect(title()).toHaveTextContent('Testimonials (3)');
  });

  test('shows the columns in order with labelled stars and badges', async () => {
    renderCrm('/admin/testimonials');
    await screen.findByText('Client 1');
    const heads = within(screen.getByRole('table', { name: 'Testimonials' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Client',
      'Rating',
      'Content',
      'Status',
      'Created',
      'Actions',
    ]);
    const row = await rowOf('Client 3');
    expect(within(row).getByText('CTO at Company 3')).toBeVisible();
    expect(within(row).getByRole('img', { name: 'Rated 3 out of 5' })).toBeVisible();
    expect(within(row).getByText('Words of client 3')).toBeVisible();
    expect(within(row).getByText('Approved')).toBeVisible();
    expect(within(row).getByText('Featured')).toBeVisible();
    expect(within(await rowOf('Client 2')).getByText('Pending')).toBeVisible();
  });

  test.each([
    [{ role: null }, 'Company 1'],
    [{ company: null }, 'CTO'],
  ])('shows only the other part of the position for %o', async (changes, position) => {
    gateway.table.rows = [testimonialNumber(1, changes)];
    renderCrm('/admin/testimonials');
    expect(within(await rowOf('Client 1')).getByText(position)).toBeVisible();
    expect(within(await rowOf('Client 1')).queryByText(/ at /)).not.toBeInTheDocument();
  });

  test('shows an empty state with Add Testimonial', async () => {
    gateway.table.rows = [];
    const { user } = renderCrm('/admin/testimonials');
    expect(await screen.findByRole('heading', { name: 'No testimonials yet' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Testimonial' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Testimonial' })).toBeVisible();
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    silenceLog();
    gateway.server.on(testimonials.listAll, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/testimonials');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch testimonials' })).toBeVisible();
    const toasts = screen.getByRole('region', { name: 'Notifications' });
    expect(toasts).toHaveTextContent('Error');
    expect(toasts).toHaveTextContent('Failed to fetch testimonials');
    gateway.server.on(testimonials.listAll, (request) => gateway.table.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Client 1')).toBeVisible();
  });
});

describe('search, filter and sort order', () => {
  test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
    const { user } = renderCrm('/admin/testimonials');
    await screen.findByText('Client 1');
    const box = screen.getByPlaceholderText('Search testimonials...');
    await user.type(box, 'company 2');
    await waitFor(() => expect(screen.queryByText('Client 1')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/testimonials?search=company+2');
    await user.clear(box);
    await user.type(box, 'nobody');
    expect(await screen.findByRole('heading', { name: 'No testimonials match' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Client 1')).toBeVisible();
    expect(address()).toBe('/admin/testimonials');
  });

  test.each([
    ['Approved', ['Client 1', 'Client 3']],
    ['Pending', ['Client 2']],
    ['Featured', ['Client 3']],
  ])('filters by %s and writes the filter to the URL', async (option, names) => {
    const { user } = renderCrm('/admin/testimonials');
    await screen.findByText('Client 1');
    const filter = screen.getByRole('combobox', { name: 'Status' });
    expect(filter).toHaveTextContent('All statuses');
    await user.click(filter);
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(title()).toHaveTextContent(`Testimonials (${names.length})`));
    for (const name of names) expect(screen.getByText(name)).toBeVisible();
    expect(address()).toBe(`/admin/testimonials?status=${option.toLowerCase()}`);
  });

  test('reads filter and sort order from the URL and ignores unknown parameters', async () => {
    renderCrm('/admin/testimonials?status=pending&sort=-rating&moon=1');
    await screen.findByText('Client 2');
    expect(gateway.server.requestsOf(testimonials.listAll)[0]?.query).toEqual({ status: 'pending', sort: '-rating' });
    expect(screen.getByRole('columnheader', { name: 'Rating' })).toHaveAttribute('aria-sort', 'descending');
  });
});

describe('approving and featuring', () => {
  test.each([
    ['Client 2', 'Approve', 'Testimonial approved successfully', { is_approved: true }],
    ['Client 1', 'Unapprove', 'Testimonial unapproved successfully', { is_approved: false }],
    ['Client 1', 'Feature', 'Testimonial featured successfully', { is_featured: true }],
    ['Client 3', 'Unfeature', 'Testimonial unfeatured successfully', { is_featured: false }],
  ])('changes %s by %s', async (name, item, said, changes) => {
    const { user } = renderCrm('/admin/testimonials');
    await choose(user, name, item);
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    expect(gateway.server.requestsOf(testimonials.patch)[0]?.body).toEqual(changes);
    const row = await rowOf(name);
    const { is_approved, is_featured } = gateway.table.rows.find((each) => each.name === name)!;
    expect(within(row).getByText(is_approved ? 'Approved' : 'Pending')).toBeVisible();
    expect(within(row).queryAllByText('Featured')).toHaveLength(is_featured ? 1 : 0);
  });

  test('shows a toast and keeps the row unchanged if it fails', async () => {
    silenceLog();
    gateway.server.on(testimonials.patch, 'drop');
    const { user } = renderCrm('/admin/testimonials');
    await choose(user, 'Client 2', 'Approve');
    expect(await screen.findByText('Failed to update testimonial')).toBeVisible();
    expect(within(await rowOf('Client 2')).getByText('Pending')).toBeVisible();
  });
});

describe('deleting a testimonial', () => {
  test('removes the row without confirmation, and Undo restores it', async () => {
    const { user } = renderCrm('/admin/testimonials');
    await choose(user, 'Client 2', 'Delete');
    expect(await screen.findByText('Testimonial deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Client 2')).not.toBeInTheDocument());
    await waitFor(() => expect(title()).toHaveTextContent('Testimonials (2)'));
    expect(await screen.findByRole('link', { name: /^Testimonials/ })).toHaveTextContent('2 testimonials');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Testimonial restored')).toBeVisible();
    expect(await screen.findByText('Client 2')).toBeVisible();
  });

  test('shows a toast and keeps the row if it fails', async () => {
    silenceLog();
    gateway.server.on(testimonials.delete, 'drop');
    const { user } = renderCrm('/admin/testimonials');
    await choose(user, 'Client 2', 'Delete');
    expect(await screen.findByText('Failed to delete testimonial')).toBeVisible();
    expect(screen.getByText('Client 2')).toBeVisible();
  });
});

describe('Testimonial Details', () => {
  test('open by View Details at their own URL, with all fields and the unchanged content', async () => {
    gateway.table.rows = [testimonialNumber(1, { content: 'Two\n  lines <b>here</b>', is_featured: true, rating: 4 })];
    const { user } = renderCrm('/admin/testimonials?search=client');
    await choose(user, 'Client 1', 'View Details');
    const drawer = await screen.findByRole('dialog', { name: 'Testimonial Details' });
    expect(address()).toBe(`/admin/testimonials/${testimonialNumber(1).id}?search=client`);
    for (const field of ['Name', 'Rating', 'Role', 'Company', 'Created', 'Status', 'Content'])
      expect(within(drawer).getByText(field)).toBeVisible();
    expect(within(drawer).getByText('Client 1')).toBeVisible();
    expect(within(drawer).getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible();
    expect(within(drawer).getByText('CTO')).toBeVisible();
    expect(within(drawer).getByText('Company 1')).toBeVisible();
    expect(within(drawer).getByText(/lines/).textContent).toBe('Two\n  lines <b>here</b>');
    expect(within(drawer).getByText('Approved')).toBeVisible();
    expect(within(drawer).getByText('Featured: Yes')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/admin/testimonials?search=client'));
  });

  test('approve a pending testimonial, and show no Featured text for one that is not', async () => {
    const { user } = renderCrm(`/admin/testimonials/${testimonialNumber(2).id}`);
    const drawer = await screen.findByRole('dialog', { name: 'Testimonial Details' });
    expect(within(drawer).getByText('Pending')).toBeVisible();
    expect(within(drawer).queryByText(/Featured/)).not.toBeInTheDocument();
    await user.click(within(drawer).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Testimonial approved successfully')).toBeVisible();
    expect(await within(drawer).findByText('Approved')).toBeVisible();
    expect(within(drawer).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  test('close when the testimonial is deleted', async () => {
    const { user } = renderCrm(`/admin/testimonials/${testimonialNumber(2).id}`);
    await screen.findByRole('dialog', { name: 'Testimonial Details' });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete testimonial' }));
    expect(await screen.findByText('Testimonial deleted successfully')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/testimonials'));
  });

  test('say that an unknown testimonial does not exist', async () => {
    renderCrm(`/admin/testimonials/${testimonialNumber(9).id}`);
    expect(await screen.findByRole('heading', { name: 'This testimonial is not here' })).toBeVisible();
  });
});

test('moves by J, opens on Enter, edits by E and closes on Escape', async () => {
  const { user } = renderCrm('/admin/testimonials');
  const name = await screen.findByRole('link', { name: /^Client 1/ });
  act(() => name.focus());
  await user.keyboard('j{Enter}');
  await screen.findByRole('dialog', { name: 'Testimonial Details' });
  expect(address()).toBe(`/admin/testimonials/${testimonialNumber(2).id}`);
  await user.keyboard('e');
  expect(await screen.findByRole('dialog', { name: 'Edit Testimonial' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Testimonial' })).not.toBeInTheDocument());
});
