import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';
import { leads } from '@docfolio/contracts/entities/lead';
import { posts } from '@docfolio/contracts/entities/post';
import { type Project, projects } from '@docfolio/contracts/entities/project';
import { act, screen, waitFor, within } from '@testing-library/react';
import { clientNumber } from '../../../test/clients-gateway.js';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { postNumber } from '../../../test/posts-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

const listOf = (items: readonly object[]) => ({
  json: { items, total: items.length, total_exact: true, next: null },
});
let gateway: LeadsGateway;
let storedProjects: Project[];
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    leadNumber(1, { name: 'Maya Lindqvist', company: 'Northpeak', status: 'qualified' }),
    leadNumber(2, { name: 'Noor Haddad', email: 'maya.fan@example.com', company: null }),
  ]);
  storedProjects = [projectNumber(1, { title: 'Mayan calendar' })];
  gateway.server.on(clients.list, ({ query }) =>
    listOf([clientNumber(1, { name: 'Amaya Ito' })].filter(({ name }) => name.toLowerCase().includes(query.search!))),
  );
  gateway.server.on(projects.list, ({ query }) =>
    listOf(storedProjects.filter(({ title }) => title.toLowerCase().includes(query.search!))),
  );
  gateway.server.on(posts.listEdited, ({ query }) =>
    listOf(
      [postNumber(1, { title: 'Dating by the Maya calendar', published: false })].filter(({ title }) =>
        title.toLowerCase().includes(query.search!),
      ),
    ),
  );
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const field = () => screen.findByRole('combobox', { name: /^Search pages/ });

// First, because the other tests load the palette for good.
test('keeps what is typed while the code of the palette loads, and opens no page by those keys', async () => {
  const { user } = renderCrm('/admin/leads');
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('gx{Backspace}');
  expect(await screen.findByRole('combobox', { name: /^Search pages/ })).toHaveValue('g');
});
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant')!)?.textContent;

/** Renders a page and opens the palette over it. */
async function openPalette(path = '/admin') {
  const { user } = renderCrm(path);
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await field();
  return user;
}

test('opens from the header with all pages, and returns the focus on Escape', async () => {
  const { user } = renderCrm('/admin');
  await screen.findByRole('heading', { level: 1 });
  const button = screen.getByRole('button', { name: 'Search' });
  expect(button).toHaveTextContent('Ctrl K');
  await user.click(button);
  expect(await field()).toHaveFocus();
  expect(await field()).toHaveAttribute('aria-expanded', 'true');
  const specified = [
    'DashboardGD',
    'LeadsGL',
    'ClientsGC',
    'ProjectsGP',
    'Service Inquiries',
    'Portfolio Inquiries',
    'Blog',
    'Blog Subscribers',
    'Bookmarks',
    'Testimonials',
    'Comments',
    'Trash',
  ];
  // A new kind of record adds an option.
  expect(options().filter((option) => specified.includes(option!))).toEqual(specified);
  expect(gateway.server.requestsOf(leads.list)).toHaveLength(0);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('opens and closes by Ctrl-K and Cmd-K, also in a text field', async () => {
  const { user } = renderCrm('/admin/leads');
  await screen.findByText('Maya Lindqvist');
  const box = screen.getByRole('searchbox', { name: 'Search leads' });
  await user.click(box);
  await user.keyboard('{Meta>}k{/Meta}');
  expect(await field()).toHaveFocus();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox', { name: /^Search pages/ })).not.toBeInTheDocument();
  expect(box).toHaveFocus();
});

test('finds a page by its title, opens it on Enter and focuses its content', async () => {
  const user = await openPalette();
  await user.type(await field(), 'ínq');
  expect(options()).toEqual(['Service Inquiries', 'Portfolio Inquiries']);
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Portfolio Inquiries');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Service Inquiries');
  await user.clear(await field());
  await user.type(await field(), 'tras{Enter}');
  expect(address()).toBe('/admin/trash');
  expect(screen.queryByRole('combobox', { name: /^Search pages/ })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('searches four record kinds on the server after a debounce and opens a result at its URL', async () => {
  const user = await openPalette();
  await user.type(await field(), 'maya');
  await waitFor(() =>
    expect(options()).toEqual([
      'Maya LindqvistNorthpeakQualified',
      'Noor Haddadmaya.fan@example.comNew',
      'Amaya ItoCompany 1',
      'Mayan calendarSaaS architectureInquiry',
      'Dating by the Maya calendarDraft',
    ]),
  );
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby')!);
  expect(groups.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Leads',
    'Clients',
    'Projects',
    'Posts',
  ]);
  for (const list of [leads.list, clients.list, projects.list, posts.listEdited])
    expect(gateway.server.requestsOf(list).map(({ query }) => query)).toEqual([{ search: 'maya', limit: '5' }]);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(active()).toContain('Amaya Ito');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Amaya Ito');
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Maya Lindqvist' })).toBeVisible();
  expect(address()).toBe(`/admin/leads/${leadNumber(1).id}`);
});

test('hides results that no longer match immediately, and ignores responses to older texts', async () => {
  const user = await openPalette();
  await user.type(await field(), 'maya');
  await waitFor(() => expect(options()).toHaveLength(5));
  const answer = deferred();
  gateway.server.on(leads.list, async (request) => {
    await answer.promise;
    return gateway.list(request);
  });
  await user.type(await field(), '-lînd');
  expect(options()).toEqual(['Maya LindqvistNorthpeakQualified']);
  await user.clear(await field());
  await user.type(await field(), 'no such');
  expect(options()).toEqual([]);
  expect(screen.queryByText(/^Nothing was found/)).not.toBeInTheDocument();
  answer.resolve();
  expect(await screen.findByText('Nothing was found for “no such”.')).toBeVisible();
  expect(await field()).toHaveAttribute('aria-expanded', 'false');
});

test('shows an error with Retry for a record kind whose search fails, and the results of the others', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(clients.list, () => {
    throw new ProblemError('not_allowed');
  });
  const user = await openPalette();
  await user.type(await field(), 'maya');
  const said = await screen.findByText('Clients could not be searched.');
  const alert = said.closest<HTMLElement>('[role="alert"]')!;
  await waitFor(() => expect(options()).toHaveLength(4));
  gateway.server.on(clients.list, listOf([clientNumber(1, { name: 'Amaya Ito' })]));
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(options()).toHaveLength(5));
  expect(said).not.toBeInTheDocument();
});

test('opens a page by G and a letter, except in fields and dialogs', async () => {
  const { user } = renderCrm('/admin/leads');
  await screen.findByText('Maya Lindqvist');
  for (const [keys, path] of [
    ['gd', '/admin'],
    ['gc', '/admin/clients'],
    ['gp', '/admin/projects'],
    ['gl', '/admin/leads'],
  ] as const) {
    await user.keyboard(keys);
    expect(address()).toBe(path);
  }
  await user.click(await screen.findByRole('searchbox', { name: 'Search leads' }));
  await user.keyboard('gd');
  expect(address()).toMatch(/^\/admin\/leads/);
  await user.clear(screen.getByRole('searchbox', { name: 'Search leads' }));
  act(() => screen.getByRole('main').focus());
  await user.keyboard('gxd');
  expect(address()).toMatch(/^\/admin\/leads/);
  await user.click(await screen.findByRole('button', { name: 'View Maya Lindqvist' }));
  (await screen.findByRole('dialog', { name: 'Maya Lindqvist' })).focus();
  await user.keyboard('gd');
  expect(address()).toBe(`/admin/leads/${leadNumber(1).id}`);
});
