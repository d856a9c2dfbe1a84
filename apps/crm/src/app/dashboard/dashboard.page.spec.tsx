import { AdminGateway } from '@docfolio/admin/testing/admin-gateway';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';
import { leads } from '@docfolio/contracts/entities/lead';
import { projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { stats } from '@docfolio/contracts/entities/stats';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: AdminGateway;
beforeAll(async () => {
  gateway = new AdminGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.resetAll();
  gateway.people = {
    ...gateway.people,
    leads: 1_204,
    new_leads: 4,
    clients: 8,
    projects: 9,
    active_projects: 3,
    service_inquiries: 12,
    unanswered_service_inquiries: 7,
    subscribers: 340,
    active_subscribers: 318,
    unconfirmed_subscribers: 5,
  };
  gateway.content = { ...gateway.content, approved_testimonials: 15, pending_testimonials: 2, pending_comments: 5 };
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const card = (name: string) => screen.findByRole('region', { name });
const panelRow = async (panel: string, words: string) =>
  within(await card(panel))
    .getByText(words)
    .closest('li')!;

test('shows the title and six figures with labels and badges', async () => {
  renderCrm('/admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(screen.getByText('Welcome to the CRM admin dashboard')).toBeVisible();
  await waitFor(async () => expect(await card('Total Leads')).toHaveTextContent('Total LeadsActive1,2044 new'));
  expect(await card('Active Clients')).toHaveTextContent(/^Active Clients8$/);
  expect(await card('Active Projects')).toHaveTextContent('Active ProjectsActive3In progress & planning');
  expect(await card('Service Inquiries')).toHaveTextContent(/^Service Inquiries12$/);
  expect(await card('Blog Subscribers')).toHaveTextContent('Blog SubscribersActive3185 unconfirmed');
  await waitFor(async () => expect(await card('Testimonials')).toHaveTextContent('TestimonialsPending152 pending'));
});

test('shows no badge on leads and testimonials if none are new or pending', async () => {
  gateway.people = { ...gateway.people, new_leads: 0 };
  gateway.content = { ...gateway.content, pending_testimonials: 0 };
  renderCrm('/admin');
  await waitFor(async () => expect(await card('Total Leads')).toHaveTextContent(/^Total Leads1,2040 new$/));
  await waitFor(async () => expect(await card('Testimonials')).toHaveTextContent(/^Testimonials150 pending$/));
});

test('shows six placeholders while the figures load', async () => {
  const answer = deferred();
  for (const operation of [stats.people, stats.content])
    gateway.server.on(operation, async () => {
      await answer.promise;
      return { json: operation === stats.people ? gateway.people : gateway.content };
    });
  renderCrm('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(6);
  answer.resolve();
  await waitFor(() => expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(0));
});

test('shows a failed service in its own cards, without a toast, and Retry refetches them', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(stats.content, () => {
    throw new ProblemError('internal');
  });
  const { user } = renderCrm('/admin');
  const testimonials = await card('Testimonials');
  const retry = await within(testimonials).findByRole('button', { name: 'Retry' });
  expect(await card('Total Leads')).toHaveTextContent('1,204');
  expect(log).toHaveBeenCalledWith('Loading the dashboard failed', expect.anything());
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(/^$/);
  gateway.server.on(stats.content, () => ({ json: gateway.content }));
  await user.click(retry);
  await waitFor(async () => expect(await card('Testimonials')).toHaveTextContent('15'));
});

// The specs of the services' stats check that these queries list as many records as the counts say.
test.each([
  ['Total Leads', '1,204 leads', '/admin/leads', leads.list, {}],
  ['Total Leads', '4 new leads', '/admin/leads?status=new', leads.list, { status: 'new' }],
  ['Active Clients', '8 clients', '/admin/clients', clients.list, {}],
  ['Active Projects', '3 active projects', '/admin/projects?status=active', projects.list, { status: 'active' }],
  ['Service Inquiries', '12 service inquiries', '/admin/service-inquiries', serviceInquiries.list, {}],
  [
    'Blog Subscribers',
    '318 active subscribers',
    '/admin/blog-subscribers?status=active',
    subscribers.list,
    { status: 'active' },
  ],
  [
    'Blog Subscribers',
    '5 unconfirmed subscribers',
    '/admin/blog-subscribers?status=unconfirmed',
    subscribers.list,
    { status: 'unconfirmed' },
  ],
  [
    'Testimonials',
    '15 approved testimonials',
    '/admin/testimonials?status=approved',
    testimonials.listAll,
    { status: 'approved' },
  ],
  [
    'Testimonials',
    '2 pending testimonials',
    '/admin/testimonials?status=pending',
    testimonials.listAll,
    { status: 'pending' },
  ],
] as const)('the card %s links to the list of its %s', async (title, name, path, list, filters) => {
  gateway.server.on(list, { json: { items: [], total: 0, total_exact: true, next: null } });
  const { user } = renderCrm('/admin');
  await user.click(await within(await card(title)).findByRole('link', { name }));
  expect(address()).toBe(path);
  await waitFor(() => expect(gateway.server.requestsOf(list)).not.toHaveLength(0));
  const { sort, limit, ...filtered } = gateway.server.requestsOf(list).at(-1)!.query;
  expect(filtered).toEqual(filters);
});

test('Tab reaches the figure of a card, then its second number', async () => {
  gateway.people = { ...gateway.people, new_leads: 1 };
  const { user } = renderCrm('/admin');
  const figure = await screen.findByRole('link', { name: '1,204 leads' });
  figure.focus();
  await user.tab();
  expect(screen.getByRole('link', { name: '1 new lead' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: '8 clients' })).toHaveFocus();
  expect(document.querySelector('a a')).toBeNull();
});

test('shows no second number of unconfirmed subscribers if there are none', async () => {
  gateway.people = { ...gateway.people, unconfirmed_subscribers: 0 };
  renderCrm('/admin');
  await within(await card('Blog Subscribers')).findByRole('link', { name: '318 active subscribers' });
  expect(within(await card('Blog Subscribers')).getAllByRole('link')).toHaveLength(1);
});

test('shows counts and links in Recent Activity and Quick Actions', async () => {
  renderCrm('/admin');
  await waitFor(async () => expect(await panelRow('Recent Activity', 'New leads')).toHaveTextContent('4'));
  expect(await panelRow('Recent Activity', 'Service inquiries')).toHaveTextContent('7');
  expect(await panelRow('Quick Actions', 'Answer service inquiries')).toHaveTextContent('7');
  await waitFor(async () =>
    expect(await panelRow('Recent Activity', 'Testimonials awaiting approval')).toHaveTextContent('2'),
  );
  expect(await panelRow('Recent Activity', 'Comments awaiting approval')).toHaveTextContent('5');
  const links = within(await card('Quick Actions')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/leads?status=new',
    '/admin/testimonials?status=pending',
    '/admin/projects?status=active',
    '/admin/service-inquiries?status=unanswered',
  ]);
  const activity = within(await card('Recent Activity')).getAllByRole('link');
  expect(activity.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/leads?status=new',
    '/admin/service-inquiries?status=unanswered',
    '/admin/testimonials?status=pending',
    '/admin/blog/comments?status=pending',
  ]);
});

test('shows the numbers of failed emails and dead-lettered submissions if there are any', async () => {
  gateway.mails = { failed: 2 };
  gateway.people = { ...gateway.people, parked_submissions: 1 };
  gateway.content = { ...gateway.content, parked_submissions: 2 };
  renderCrm('/admin');
  await waitFor(async () =>
    expect(await panelRow('Recent Activity', 'Mails that could not be sent')).toHaveTextContent('2'),
  );
  expect(await panelRow('Recent Activity', 'Submissions that were set aside')).toHaveTextContent('3');
});
