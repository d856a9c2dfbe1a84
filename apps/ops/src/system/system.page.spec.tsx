import { fakeIntervals } from '@docfolio/admin/testing/fake-intervals';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type SystemTrouble, systemBackup, systemJobs, systemStatus } from '@docfolio/contracts/entities/system';
import { phoneQuery } from '@docfolio/ui/hooks/use-media-query';
import { withMedia } from '@docfolio/ui/test-environment';
import { act, screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderOps, signInAs } from '../../test/render-ops.js';
import {
  ago,
  backupsWith,
  jobNumber,
  letterNumber,
  mailNumber,
  processNamed,
  queueNamed,
  SystemGateway,
} from '../../test/system-gateway.js';

const path = '/admin/system';
let gateway: SystemGateway;
beforeAll(async () => {
  gateway = new SystemGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset();
  await signInAs();
});
afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const panel = (name: string) => screen.findByRole('region', { name });
const rowIn = async (table: string, name: string | RegExp) =>
  within(await screen.findByRole('table', { name: table })).getByRole('row', { name });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const trouble = (changes: Partial<SystemTrouble> = {}): SystemTrouble => ({
  code: 'mail_waiting',
  subject: 'send-mail',
  detail: 'SMTP 535',
  since: ago(600),
  waiting: 14,
  next_at: ago(-600),
  ...changes,
});

describe('the headline', () => {
  test('says that everything works, since when, and how long ago that was checked', async () => {
    renderOps(path);
    expect(await screen.findByText(/^Everything works/)).toHaveTextContent(
      /^Everything works\s*since Nov 20, \d\d:00$/,
    );
    expect(screen.getByText(/^Checked/).parentElement).toHaveTextContent(/^Checked \d+ s ago$/);
    expect(screen.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  });

  test('says why emails wait, and sends them now', async () => {
    gateway.change({ troubles: [trouble()], working_since: null });
    gateway.jobs = [jobNumber(1, { state: 'delayed' }), jobNumber(2, { state: 'delayed' })];
    const { user } = renderOps(path);
    expect(await screen.findByText(/^Emails are waiting/)).toHaveTextContent(
      /^Emails are waiting: the mail server refuses the sign-in since .*\d\d:\d\d\.$/,
    );
    expect(screen.getByText(/^14 emails wait, next try at/)).toBeVisible();
    expect(screen.queryByText(/^Everything works/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(await screen.findByText('2 emails tried again now')).toBeVisible();
    expect(gateway.server.requestsOf(systemJobs.retryAll).map((request) => request.path)).toEqual([
      '/admin/system/queues/send-mail/retry',
    ]);
    await user.click(screen.getByRole('link', { name: 'Show the emails' }));
    expect(await screen.findByRole('dialog', { name: 'send-mail' })).toBeVisible();
  });

  test('shows the worst trouble, and the others on demand', async () => {
    gateway.change({
      working_since: null,
      troubles: [
        trouble({ code: 'process_down', subject: 'media' }),
        trouble(),
        trouble({ code: 'backup_old', subject: '' }),
      ],
    });
    const { user } = renderOps(path);
    expect(await screen.findByText(/^Images cannot be uploaded/)).toBeVisible();
    expect(screen.queryByRole('list', { name: 'What else is wrong' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'and 2 more' }));
    const others = within(screen.getByRole('list', { name: 'What else is wrong' })).getAllByRole('listitem');
    expect(others[0]).toHaveTextContent(/^Emails are waiting/);
    expect(others[1]).toHaveTextContent(/^The last backup is 4 h 44 min old/);
    await user.click(within(others[1]!).getByRole('button', { name: 'Back up now' }));
    await waitFor(() => expect(gateway.server.requestsOf(systemBackup.create)).toHaveLength(1));
  });

  test('does not claim that everything works after a check that failed', async () => {
    silenceLog();
    const { user } = renderOps(path);
    await screen.findByText(/^Everything works/);
    gateway.server.on(systemStatus.get, () => {
      throw new ProblemError('internal');
    });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('The server does not respond')).toBeVisible();
    expect(screen.queryByText(/^Everything works/)).not.toBeInTheDocument();
    // The panels stay.
    expect(await rowIn('Processes', /^web/)).toBeVisible();
    gateway.reset();
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/^Everything works/)).toBeVisible();
  });
});

test('offers to retry if the state cannot be loaded', async () => {
  silenceLog();
  gateway.server.on(systemStatus.get, () => {
    throw new ProblemError('internal');
  });
  const { user } = renderOps(path);
  expect(await screen.findByText('Failed to fetch the state of the system')).toBeVisible();
  gateway.reset();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^Everything works/)).toBeVisible();
});

test('refetches every ten seconds, and counts the seconds since', async () => {
  fakeIntervals();
  renderOps(path);
  await screen.findByText(/^Everything works/);
  const before = gateway.server.requestsOf(systemStatus.get).length;
  gateway.change({ troubles: [trouble()], working_since: null });
  act(() => jest.advanceTimersByTime(10_000));
  expect(await screen.findByText(/^Emails are waiting/)).toBeVisible();
  expect(gateway.server.requestsOf(systemStatus.get).length).toBeGreaterThan(before);
});

test('lists the processes with version, replicas, uptime, memory and health', async () => {
  gateway.change({
    processes: [
      processNamed('web', { replicas: 2, versions: ['1.0.0-new', '0.9.0-old'] }),
      processNamed('gateway', { outbox: null, memory: null }),
      processNamed('leads', { health: 'degraded', missing: ['mongodb'] }),
      processNamed('content', { outbox: { waiting: 12, oldest_at: ago(240) } }),
      processNamed('media', { health: 'starting' }),
      processNamed('notifications', { health: 'down', replicas: 0, started_at: null, versions: [], memory: null }),
    ],
  });
  renderOps(path);
  expect(await rowIn('Processes', /^web/)).toHaveTextContent('web1.0.0-new +126 d 04 h131 / 384 MBHealthy');
  expect(await rowIn('Processes', /^gateway/)).toHaveTextContent('Not known');
  expect(await rowIn('Processes', /^leads/)).toHaveTextContent('Degraded, without mongodb');
  expect(await rowIn('Processes', /^media/)).toHaveTextContent('Starting');
  expect(await rowIn('Processes', /^notifications/)).toHaveTextContent('Down');
  expect(await panel('Processes')).toHaveTextContent('12 events in the outbox, oldest 4 min · 6 replicas');
});

test('lists the queues with jobs, and folds the others', async () => {
  const idle = Array.from({ length: 8 }, (_, n) =>
    queueNamed(`idle-${'abcdefgh'[n]}`, { per_hour: Array.from({ length: 24 }, () => 0) }),
  );
  const busy = queueNamed('make-variants', { service: 'media', waiting: 4, active: 2, oldest_at: ago(190) });
  const late = queueNamed('send-mail', { delayed: 3, failed: 2, oldest_at: ago(4_320), in_trouble: true });
  gateway.change({ queues: [...idle, busy, late] });
  const { user } = renderOps(path);
  expect(await rowIn('Queues', /^make-variants/)).toHaveTextContent(/^make-variants media42003 min$/);
  expect(await rowIn('Queues', /^send-mail/)).toHaveTextContent(/^send-mail notifications00321 h 12 min$/);
  const table = within(screen.getByRole('table', { name: 'Queues' }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 6);
  await user.click(screen.getByRole('button', { name: '4 idle queues' }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 10);
});

test('lists queues that need attention first', async () => {
  const names = () =>
    within(screen.getByRole('table', { name: 'Queues' }))
      .getAllByRole('rowheader')
      .map((header) => header.textContent?.split(' ')[0]);
  const queues = ['sweep-images', 'make-variants', 'send-mail'].map((name) => queueNamed(name, { delayed: 1 }));
  const failing = queueNamed('write-export', { failed: 1 });
  gateway.change({ queues: [...queues, failing], troubles: [trouble({ subject: 'send-mail' })] });
  renderOps(path);
  await rowIn('Queues', /^send-mail/);
  expect(names().map((name) => name?.replace(/notifications$/, ''))).toEqual([
    'send-mail',
    'write-export',
    'sweep-images',
    'make-variants',
  ]);
});

test('moves through queues and dead letters by J and K, and opens one by Enter', async () => {
  gateway.change({ dead_letters: 1 });
  gateway.failedMails = [mailNumber(1)];
  const { user } = renderOps(path);
  const mail = await screen.findByRole('link', { name: /^email.*Mail 1/ });
  const opener = (name: string) => screen.getByRole('link', { name });
  await user.keyboard('j');
  expect(opener('send-mail')).toHaveFocus();
  await user.keyboard('jj');
  expect(mail).toHaveFocus();
  await user.keyboard('k{Enter}');
  expect(await screen.findByRole('dialog', { name: 'make-variants' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener('make-variants')).toHaveFocus());
});

test('groups errors, links their request to the audit trail and copies its id', async () => {
  const error = { service: 'media', name: 'MongoServerError', message: 'Not primary', count: 6, last_at: ago(60) };
  gateway.change({
    errors: [
      { ...error, request_id: 'request-1-and-more' },
      { ...error, name: 'Other', request_id: null },
    ],
  });
  const { user } = renderOps(path);
  const [first, second] = within(await screen.findByRole('list', { name: 'Recent errors' })).getAllByRole('listitem');
  expect(first).toHaveTextContent(/^6× timesMongoServerErrorNot primarymedia\d\d:\d\drequest-1-/);
  expect(within(first!).getByRole('link')).toHaveAttribute('href', '/admin/audit?search=request-1-and-more');
  await user.click(within(first!).getByRole('button', { name: 'Copy request id' }));
  expect(await navigator.clipboard.readText()).toBe('request-1-and-more');
  expect(second).toHaveTextContent('No request');
});

test('shows empty panels as sentences', async () => {
  gateway.change({ processes: [], queues: [], errors: [], storage: [] });
  renderOps(path);
  for (const text of [
    'No process has reported yet.',
    'No queue is known yet.',
    'No errors in the last 24 hours.',
    'Nothing failed for good.',
    'Sizes are not known yet.',
  ])
    expect(await screen.findByText(text)).toBeVisible();
});

test('warns of a store over three quarters', async () => {
  renderOps(path);
  const stores = within(await screen.findByRole('list', { name: 'Storage' })).getAllByRole('listitem');
  expect(stores.map((store) => store.textContent)).toEqual([
    'Database2.1 GB of 20 GB',
    'Images31.8 GB of 40 GB8.2 GB left',
    'Redis118 MB',
  ]);
});

describe('dead letters', () => {
  test('are failed emails, refused forms and failed jobs, the newest first', async () => {
    gateway.change({ dead_letters: 3, queues: [queueNamed('make-variants', { failed: 1 })] });
    gateway.failedMails = [mailNumber(3)];
    gateway.letters = [letterNumber(2)];
    gateway.jobs = [jobNumber(1, { queue: 'make-variants' })];
    renderOps(path);
    const region = await panel('Dead letters');
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(3));
    expect(region).toHaveTextContent(/^Dead letters3/);
    expect(
      within(region)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      `${path}?queue=make-variants&state=failed&job=job-1`,
      `${path}?submission=${gateway.letters[0]!.id}`,
      `${path}?mail=event-3_owner`,
    ]);
    expect(region).toHaveTextContent('Contact form from Sender 2 · It contains invalid values');
    expect(region).toHaveTextContent('Mail 3 · The mail server refused it (SMTP 550)');
  });

  test('are capped, with a link to the page that lists all', async () => {
    gateway.change({ dead_letters: 300 });
    gateway.failedMails = Array.from({ length: 60 }, (_, n) => mailNumber(n + 1));
    renderOps(path);
    const region = await panel('Dead letters');
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(6));
    expect(region).toHaveTextContent(/^Dead letters300/);
    expect(within(region).getByRole('link', { name: 'Show all emails and forms' })).toHaveAttribute(
      'href',
      '/admin/attention',
    );
  });

  test('can all be run again after a question, except refused forms', async () => {
    gateway.change({ dead_letters: 3, queues: [queueNamed('make-variants', { failed: 1 })] });
    gateway.failedMails = [mailNumber(1), mailNumber(2)];
    gateway.letters = [letterNumber(5)];
    gateway.jobs = [jobNumber(3, { queue: 'make-variants' })];
    const { user } = renderOps(path);
    const region = await panel('Dead letters');
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(4));
    await user.click(within(region).getByRole('button', { name: 'Retry all' }));
    const question = await screen.findByRole('alertdialog', { name: 'Retry all 3 now?' });
    await user.click(within(question).getByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('All run again now')).toBeVisible();
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(1));
    expect(gateway.failedMails).toEqual([]);
    expect(gateway.jobs).toEqual([]);
  });
});

describe('backups', () => {
  test('show the last one, its age and the next', async () => {
    renderOps(path);
    const region = await panel('Backups');
    expect(region).toHaveTextContent(/Size412 MBAge4 h 44 min/);
    expect(within(region).getByRole('button', { name: 'Verify' })).toBeVisible();
    expect(within(region).getByRole('button', { name: 'Back up now' })).toBeVisible();
  });

  test('are made on request, with progress that is announced at its start, half and end', async () => {
    const { user } = renderOps(path);
    const region = await panel('Backups');
    const announced = () => within(region).getByRole('status').textContent;
    const runs = (percent: number | null) =>
      gateway.change({ backups: backupsWith({ running: { step: 'objects', percent } }) });
    runs(7);
    await user.click(within(region).getByRole('button', { name: 'Back up now' }));
    expect(await within(region).findByText('Writing the images and files')).toBeVisible();
    expect(within(region).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
    expect(within(region).getByRole('button', { name: 'Backing up' })).toHaveAttribute('aria-busy', 'true');
    expect(announced()).toBe('Backing up, 0 %');
    runs(62);
    expect(await within(region).findByText('62 %', {})).toBeVisible();
    expect(announced()).toBe('Backing up, 50 %');
    gateway.change({ backups: backupsWith({ last: { id: 'backup-2', at: ago(1), bytes: 430 * 1024 * 1024 } }) });
    expect(await within(region).findByText('Backed up just now', {})).toBeVisible();
    expect(announced()).toBe('Backed up just now, 100 %');
    expect(region).toHaveTextContent('Size430 MB');
    expect(gateway.server.requestsOf(systemBackup.create)).toHaveLength(1);
  });

  test('are verified on request', async () => {
    const { user } = renderOps(path);
    const region = await panel('Backups');
    gateway.server.on(systemBackup.verify, () => {
      gateway.change({ backups: backupsWith({ verified_at: ago(0) }) });
      return { json: { started: true } };
    });
    await user.click(within(region).getByRole('button', { name: 'Verify' }));
    expect(await within(region).findByText('The backup is whole')).toBeVisible();
  });

  test('that fail say why', async () => {
    const { user } = renderOps(path);
    const region = await panel('Backups');
    gateway.server.on(systemBackup.create, () => {
      gateway.change({ backups: backupsWith({ failure: { at: ago(0), message: 'No space left' } }) });
      return { json: { started: true } };
    });
    await user.click(within(region).getByRole('button', { name: 'Back up now' }));
    expect(await within(region).findByText('The backup failed')).toBeVisible();
    expect(region).toHaveTextContent(/The attempt of Today \d\d:\d\d failedNo space left/);
  });

  test('that are running already are not started again', async () => {
    gateway.server.on(systemBackup.create, { json: { started: false } });
    const { user } = renderOps(path);
    await user.click(within(await panel('Backups')).getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText('A backup is being made already')).toBeVisible();
  });

  test('are made by a command where nothing makes them on request', async () => {
    gateway.change({
      backups: backupsWith({ on_request: false, last: null, verified_at: null, next_at: null }),
    });
    renderOps(path);
    const region = await panel('Backups');
    expect(region).toHaveTextContent('Backups are made by a command: npm run docfolio -- backup --encrypt');
    expect(region).toHaveTextContent('LastNever');
    expect(region).toHaveTextContent('NextNo schedule');
    expect(within(region).queryByRole('button', { name: /Back up|Verify/ })).not.toBeInTheDocument();
  });

  test('older than 26 hours are marked', async () => {
    gateway.change({ backups: backupsWith({ last: { id: 'old', at: ago(27 * 3_600), bytes: 1 } }) });
    renderOps(path);
    expect(await panel('Backups')).toHaveTextContent('Age1 d 03 h, too old');
  });
});

test('shows rows of two lines on a phone', async () => {
  const restore = withMedia((query) => query === phoneQuery || query === '(width < 64rem)');
  try {
    gateway.change({
      queues: [queueNamed('send-mail', { delayed: 3, failed: 2 })],
      errors: [
        {
          service: 'media',
          name: 'SharpError',
          message: 'Too large',
          count: 2,
          last_at: ago(60),
          request_id: 'request-1',
        },
      ],
    });
    const { user } = renderOps(path);
    const [web] = within(await screen.findByRole('list', { name: 'Processes' })).getAllByRole('listitem');
    expect(web).toHaveTextContent('web1× · 6 d 04 h · 131 MBHealthy');
    expect(screen.getByRole('link', { name: /^send-mail/ })).toHaveTextContent('send-mail3 delayed · 2 failed');
    const error = screen.getByRole('button', { name: /^SharpError/ });
    expect(screen.getByText('Too large')).not.toBeVisible();
    await user.click(error);
    expect(screen.getByText('Too large')).toBeVisible();
  } finally {
    restore();
  }
});

describe('the sidebar', () => {
  test('marks Operations while something is wrong, with one request for page and sidebar', async () => {
    gateway.change({ troubles: [trouble()], working_since: null });
    renderOps('/admin/trash');
    expect(await screen.findByRole('link', { name: 'Operations' })).toHaveAttribute('href', path);
    // Not before the first paint.
    expect(gateway.server.requestsOf(systemStatus.get)).toHaveLength(0);
    expect(await screen.findByRole('link', { name: 'Operations, needs attention' })).toBeVisible();
    expect(gateway.server.requestsOf(systemStatus.get)).toHaveLength(1);
  });

  test('uses the state that the page has loaded', async () => {
    gateway.change({ troubles: [trouble()], working_since: null });
    const { user } = renderOps(path);
    expect(await screen.findByRole('link', { name: 'Operations, needs attention' })).toBeVisible();
    expect(gateway.server.requestsOf(systemStatus.get)).toHaveLength(1);
    // Also where it shows only icons.
    await user.keyboard('{Control>}b{/Control}');
    expect(screen.queryByText('CRM Dashboard')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Operations, needs attention' })).toBeVisible();
    await user.keyboard('{Control>}b{/Control}');
  });

  test('shows nothing if the state cannot be loaded', async () => {
    gateway.server.on(systemStatus.get, () => {
      throw new ProblemError('internal');
    });
    renderOps('/admin/trash');
    await screen.findByRole('link', { name: 'Operations' });
    await waitFor(() => expect(gateway.server.requestsOf(systemStatus.get)).toHaveLength(1));
    await act(async () => undefined);
    expect(screen.getByRole('link', { name: 'Operations' })).toBeVisible();
    expect(address()).toBe('/admin/trash');
  });
});
