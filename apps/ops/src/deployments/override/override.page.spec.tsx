/** @alone replaces the module that opens a page */
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { remoteOverrides } from '@docfolio/contracts/entities/remote-override';
import { screen, waitFor } from '@testing-library/react';
import {
  buildNumber,
  DeploymentsGateway,
  foreignContract,
  remoteNamed,
  shellContract,
} from '../../../test/deployments-gateway.js';
import { address, endSession, renderOps, signInAs } from '../../../test/render-ops.js';
import { openPage } from './open-page.js';

jest.mock('./open-page.js', () => ({ openPage: jest.fn() }));

const path = '/admin/override?remote=blog&url=http%3A%2F%2Flocalhost%3A4202&back=%2Fblog%3Fpage%3D2';
const contractUrl = 'http://localhost:4202/remotes/blog/contract.json';
const pagesUrl = 'http://localhost:4202/remotes/blog/pages.json';

let gateway: DeploymentsGateway;
/** Responses of the developer's server and of the web process, which the gateway's fixture does not serve. */
let contract: () => Response;
let pages: () => Response;
let start: () => Response;
let posted: string[];
let serverFetch: typeof fetch;

beforeAll(async () => {
  gateway = new DeploymentsGateway(await FixtureServer.start());
  serverFetch = globalThis.fetch;
});
beforeEach(async () => {
  gateway.reset({ remotes: [remoteNamed('blog')] });
  gateway.server.on(remoteOverrides.grant, { json: { token: 'a.b.c' } });
  contract = () => Response.json({ hash: shellContract });
  pages = () => new Response(null, { status: 404 });
  start = () => new Response(null, { status: 204 });
  posted = [];
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url === contractUrl) return contract();
    if (url === pagesUrl) return pages();
    if (url !== '/remotes/override') return serverFetch(input, init);
    posted.push(String(init?.body));
    return start();
  };
  jest.mocked(openPage).mockReset();
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  globalThis.fetch = serverFetch;
  await endSession();
});
afterAll(() => gateway.server.stop());

const load = () => screen.findByRole('button', { name: 'Load from localhost' });

test('shows what is loaded from where, and whether it fits the shell', async () => {
  renderOps(path);
  expect(await screen.findByRole('heading', { name: 'Load blog from your machine?' })).toBeVisible();
  expect(await screen.findByText('Matches the shell')).toBeVisible();
  expect(screen.getByText('http://localhost:4202')).toBeVisible();
  expect(await screen.findByText(buildNumber(2))).toBeVisible();
  expect(screen.getByText('This code runs with your sign-in.')).toBeVisible();
});

test('focuses Cancel, which leads back to the page', async () => {
  const { user } = renderOps(path);
  const cancel = await screen.findByRole('link', { name: 'Cancel' });
  expect(cancel).toHaveFocus();
  await user.click(cancel);
  expect(address()).toBe('/blog?page=2');
  expect(posted).toEqual([]);
});

test('starts the override and opens the page that asked for it', async () => {
  const { user } = renderOps(path);
  await user.click(await load());
  await waitFor(() => expect(openPage).toHaveBeenCalledWith('/blog?page=2'));
  const [request] = gateway.server.requestsOf(remoteOverrides.grant);
  expect(request?.body).toEqual({ remote: 'blog', url: 'http://localhost:4202', pages: [] });
  expect(posted).toEqual(['token=a.b.c']);
});

test('grants the pages that the server lists, without what an override does not need', async () => {
  const listed = { path: '/blog/reading/list', title: 'Reading list', nav: { group: 'Guide', icon: 'pen' } };
  pages = () => Response.json([{ ...listed, description: 'Books.', hasForms: true }]);
  const { user } = renderOps(path);
  expect(await screen.findByText('/blog/reading/list')).toBeVisible();
  await user.click(await load());
  await waitFor(() => expect(openPage).toHaveBeenCalled());
  const [request] = gateway.server.requestsOf(remoteOverrides.grant);
  expect(request?.body).toMatchObject({ pages: [listed] });
});

test('says how many pages do not fit into the override', async () => {
  pages = () =>
    Response.json(Array.from({ length: 12 }, (_, index) => ({ path: `/blog/page/${index}`, title: `Page ${index}` })));
  renderOps(path);
  expect(await screen.findByText('and not 2 more: an override has a limit', { exact: false })).toBeVisible();
});

test('says what is wrong with the pages, and loads the remote without them', async () => {
  pages = () => Response.json([{ path: '/elsewhere', title: 'Elsewhere' }]);
  const { user } = renderOps(path);
  expect(await screen.findByText(/^pages.json is not valid, .* Neither \/blog nor below it$/)).toBeVisible();
  await user.click(await load());
  await waitFor(() => expect(openPage).toHaveBeenCalled());
  expect(gateway.server.requestsOf(remoteOverrides.grant)[0]?.body).toMatchObject({ pages: [] });
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/a/..//evil.example',
  'blog',
  '',
])('leads to the main page instead of %j', async (back) => {
  const { user } = renderOps(path.replace('%2Fblog%3Fpage%3D2', encodeURIComponent(back)));
  expect(await screen.findByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/');
  await user.click(await load());
  await waitFor(() => expect(openPage).toHaveBeenCalledWith('/'));
});

test('shows and grants the URL as browsers read it', async () => {
  const { user } = renderOps(path.replace('http%3A%2F%2Flocalhost%3A4202', 'HTTP%3A%5C%5CLOCALHOST%3A4202'));
  expect(await screen.findByText('http://localhost:4202')).toBeVisible();
  await user.click(await load());
  await waitFor(() => expect(openPage).toHaveBeenCalledTimes(1));
  expect(gateway.server.requestsOf(remoteOverrides.grant)[0]?.body).toEqual({
    ...{ remote: 'blog', url: 'http://localhost:4202', pages: [] },
  });
});

test('refuses code with another contract hash', async () => {
  contract = () => Response.json({ hash: foreignContract });
  renderOps(path);
  expect(await screen.findByText('Refused: contract hash does not match the shell')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Load from/ })).not.toBeInTheDocument();
});

test('says so if the server does not answer, and checks again', async () => {
  contract = () => {
    throw new TypeError('Failed to fetch');
  };
  const { user } = renderOps(path);
  expect(await screen.findByText('localhost:4202 does not answer')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Load from/ })).not.toBeInTheDocument();
  contract = () => Response.json({ hash: shellContract });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await load()).toBeVisible();
});

test.each([
  [403, /does not allow http:\/\/localhost:4202/],
  [503, 'The override could not be started'],
])('says why the platform does not start it (%d)', async (status, words) => {
  start = () => new Response(null, { status });
  const { user } = renderOps(path);
  await user.click(await load());
  expect(await screen.findByText(words)).toBeVisible();
  expect(openPage).not.toHaveBeenCalled();
});

test('is the 404 page for users who are no admins', async () => {
  gateway.isAdmin = false;
  renderOps(path);
  await waitFor(() => expect(address()).toBe('/404'));
  expect(screen.queryByRole('heading', { name: /Load blog/ })).not.toBeInTheDocument();
});

test.each(['', '?remote=blog', '?remote=blog&url=javascript:alert(1)', '?remote=B!&url=http://localhost:4202'])(
  'is the 404 page for the query "%s"',
  async (query) => {
    renderOps(`/admin/override${query}`);
    await waitFor(() => expect(address()).toBe('/404'));
  },
);

test('lets a signed-out visitor sign in first', async () => {
  await endSession();
  renderOps(path);
  await waitFor(() => expect(address()).toBe('/auth'));
  expect((window.history.state as { usr: unknown }).usr).toEqual({ from: path });
});
