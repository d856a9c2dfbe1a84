import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ExportJob, exports } from '@docfolio/contracts/entities/export';
import { screen, waitFor } from '@testing-library/react';
import { endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { SubscribersGateway, subscriberNumber } from '../../../test/subscribers-gateway.js';

let gateway: SubscribersGateway;
/** The export job that the server returns. */
let job: ExportJob;
let links: number;
/** Downloads that the page started. */
let downloads: { href: string; name: string }[];

beforeAll(async () => {
  gateway = new SubscribersGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([subscriberNumber(1)]);
  job = {
    id: idNumber(1),
    list: 'blog_subscribers',
    status: 'waiting',
    file_name: 'blog_subscribers.csv',
    rows: 0,
    total: 0,
    size: null,
    created_at: '2026-11-20T12:00:00.000Z',
    expires_at: '2026-11-21T12:00:00.000Z',
  };
  [links, downloads] = [0, []];
  gateway.server.on(exports.create, () => ({ status: 201, json: job }));
  gateway.server.on(exports.get, () => ({ json: job }));
  gateway.server.on(exports.link, () => ({
    json: { url: `/api/v1/files/once-${++links}`, expires_at: '2026-11-20T12:01:00.000Z' },
  }));
  // jsdom does not navigate, so the download is recorded instead.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ href: this.getAttribute('href')!, name: this.download });
  });
  await signInAs();
});
afterEach(async () => {
  // Ends an export that the test left running.
  job = { ...job, status: 'failed' };
  await waitFor(() => expect(screen.queryByText(/^Preparing$| of .* rows$/)).not.toBeInTheDocument());
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const button = () => screen.findByRole('button', { name: 'Export CSV' });
const asked = () => gateway.server.requestsOf(exports.create);

test('exports the filtered list, shows the progress and downloads the file', async () => {
  const { user } = renderCrm('/admin/blog-subscribers?status=active&search=reader&sort=email');
  await user.click(await button());
  expect(await screen.findByText('Preparing')).toBeVisible();
  expect(await button()).toHaveAttribute('aria-busy', 'true');
  expect(asked().map(({ body }) => body)).toEqual([
    { list: 'blog_subscribers', query: { sort: 'email', search: 'reader', status: 'active' } },
  ]);
  expect(asked()[0]?.headers['idempotency-key']).toEqual(expect.stringMatching(/\S/));
  // A second press starts no other export.
  await user.click(await button());
  job = { ...job, status: 'running', rows: 1_200, total: 3_400 };
  expect(await screen.findByText('1,200 of 3,400 rows')).toHaveAttribute('role', 'status');
  job = { ...job, status: 'done', rows: 3_400, size: 90_000 };
  expect(await screen.findByText('Export ready')).toBeVisible();
  expect(screen.getByText('blog_subscribers.csv, 3,400 rows')).toBeVisible();
  expect(downloads).toEqual([{ href: '/api/v1/files/once-1', name: 'blog_subscribers.csv' }]);
  expect(links).toBe(1);
  expect(asked()).toHaveLength(1);
  expect(await button()).not.toHaveAttribute('aria-busy');
  expect(screen.queryByText(/ of .* rows$/)).not.toBeInTheDocument();
});

test('requests a new one-time URL by Download again', async () => {
  job = { ...job, status: 'done', rows: 1 };
  const { user } = renderCrm('/admin/blog-subscribers');
  await user.click(await button());
  expect(await screen.findByText('blog_subscribers.csv, 1 row')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download again' }));
  await waitFor(() =>
    expect(downloads.map(({ href }) => href)).toEqual(['/api/v1/files/once-1', '/api/v1/files/once-2']),
  );
  expect(asked()).toHaveLength(1);
});

test('continues on another page and shows the progress on return', async () => {
  const { user } = renderCrm('/admin/blog-subscribers');
  await user.click(await button());
  await screen.findByText('Preparing');
  await user.click(screen.getByRole('link', { name: /^Dashboard/ }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await user.click(screen.getByRole('link', { name: /^Blog Subscribers/ }));
  expect(await button()).toHaveAttribute('aria-busy', 'true');
  await user.click(screen.getByRole('link', { name: /^Dashboard/ }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  job = { ...job, status: 'done', rows: 2 };
  expect(await screen.findByText('Export ready')).toBeVisible();
  expect(downloads).toHaveLength(1);
});

test.each([
  [
    'that cannot be started',
    () =>
      gateway.server.on(exports.create, () => {
        throw new ProblemError('internal');
      }),
  ],
  [
    'that failed on the server',
    () => {
      job = { ...job, status: 'failed' };
    },
  ],
  [
    'whose download URL cannot be fetched',
    () => {
      job = { ...job, status: 'done' };
      gateway.server.on(exports.link, () => {
        throw new ProblemError('not_found');
      });
    },
  ],
])('shows a toast for an export %s, and allows another one', async (_case, breaks) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  breaks();
  const { user } = renderCrm('/admin/blog-subscribers');
  await user.click(await button());
  expect(await screen.findByText('Failed to export CSV')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Error');
  expect(log).toHaveBeenCalledWith('Exporting blog_subscribers failed', expect.anything());
  expect(downloads).toEqual([]);
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-busy'));
});

test('continues after a failed status request', async () => {
  let looks = 0;
  gateway.server.on(exports.get, () => {
    if (++looks === 1) throw new ProblemError('unavailable');
    return { json: { ...job, status: 'done', rows: 5 } };
  });
  const { user } = renderCrm('/admin/blog-subscribers');
  await user.click(await button());
  expect(await screen.findByText('blog_subscribers.csv, 5 rows')).toBeVisible();
  expect(looks).toBe(2);
});
