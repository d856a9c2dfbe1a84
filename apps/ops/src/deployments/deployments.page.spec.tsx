import { fakeIntervals } from '@docfolio/admin/testing/fake-intervals';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { remotes } from '@docfolio/contracts/entities/remote';
import { remoteReports } from '@docfolio/contracts/entities/remote-report';
import { phoneQuery } from '@docfolio/ui/hooks/use-media-query';
import { withMedia } from '@docfolio/ui/test-environment';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  buildNumber,
  changeNumber,
  DeploymentsGateway,
  foreignContract,
  remoteNamed,
  shellContract,
  statisticsWith,
  summaryNumber,
} from '../../test/deployments-gateway.js';
import { address, endSession, renderOps, signInAs } from '../../test/render-ops.js';

const path = '/admin/deployments';
let gateway: DeploymentsGateway;
const canary = (changes = {}) => ({
  build: buildNumber(3),
  percent: 10,
  since: new Date(Date.now() - 134 * 60_000).toISOString(),
  auto: { minutes: null },
  ...changes,
});
beforeAll(async () => {
  gateway = new DeploymentsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({
    remotes: [
      remoteNamed('site', { current: null, previous: null, version: 0, updated_at: null }),
      remoteNamed('blog'),
      remoteNamed('crm', { pinned: true }),
    ],
    builds: [
      ...[1, 2, 3].map((n) => summaryNumber(n)),
      ...[1, 2, 3].map((n) => summaryNumber(n, 'crm', { subject: `CRM change ${n}` })),
      summaryNumber(9, 'site'),
    ],
    changes: [
      changeNumber(1, { action: 'canary', to: buildNumber(3), percent: 10 }),
      changeNumber(2, { who: null, action: 'rolled_back', reason: 'Load failures 3.4 %' }),
      changeNumber(3, { remote: 'crm', action: 'pinned', from: buildNumber(2), who: '<crm CI>', reason: '' }),
      changeNumber(4, { remote: 'site', from: null, to: buildNumber(9) }),
    ],
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const fails = (operation: Operation) =>
  gateway.server.on(operation, () => {
    throw new ProblemError('internal');
  });
const rowsOf = async (name: string) => (await screen.findByRole('button', { name })).closest('tbody')!;
const historyRows = async () => within(await screen.findByRole('table', { name: 'History' })).findAllByRole('row');
const button = (name: string) => screen.findByRole('button', { name });
const bodyOf = (operation: Operation) => gateway.server.requestsOf(operation).at(-1)?.body;

describe('the versions', () => {
  test('name a build that should be live and cannot be served', async () => {
    gateway.unserved = [{ remote: 'blog', build: buildNumber(2), reason: 'It is broken: it ended its process' }];
    renderOps(path);
    const list = await screen.findByRole('list', { name: 'Builds that cannot be served' });
    expect(list).toHaveTextContent(`blog ${buildNumber(2)} cannot be served`);
    expect(list).toHaveTextContent('It is broken: it ended its process. Visitors get the build before it');
    const blog = await rowsOf('blog');
    expect(within(blog).getByText('Not served')).toBeVisible();
    expect(within(blog).queryByText('Live')).toBeNull();
    expect(within(await rowsOf('crm')).getByText('Live')).toBeVisible();
  });

  test('show the live build of each remote with its origin, signature, share and state', async () => {
    renderOps(path);
    const blog = await rowsOf('blog');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Deployments (3)');
    expect(within(blog).getByText(buildNumber(2))).toBeVisible();
    expect(within(blog).getByText('Live')).toBeVisible();
    expect(await within(blog).findByText('Change 2')).toBeVisible();
    expect(blog).toHaveTextContent('Developer 2');
    expect(within(blog).getByText('Signed')).toBeVisible();
    expect(within(blog).getByText('100 %')).toBeVisible();
    expect(within(await rowsOf('crm')).getByText('Pinned')).toBeVisible();
  });

  test('call a build of null delivered with the shell, which can be replaced but not rolled back', async () => {
    renderOps(path);
    const site = await rowsOf('site');
    expect(within(site).getByText('Delivered with the shell')).toBeVisible();
    expect(within(site).queryByText('Signed')).not.toBeInTheDocument();
    expect(within(site).getByRole('button', { name: 'Promote site' })).not.toHaveAttribute('aria-disabled');
    expect(within(site).getByRole('button', { name: 'Roll back site' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('show a canary below the stable build, with its age and what happens by itself', async () => {
    gateway.change('blog', { canary: canary() });
    renderOps(path);
    const blog = await rowsOf('blog');
    const rows = within(blog).getAllByRole('row');
    expect(rows[0]).toHaveTextContent('Stable');
    expect(rows[0]).toHaveTextContent('90 %');
    expect(rows[1]).toHaveTextContent(buildNumber(3));
    expect(rows[1]).toHaveTextContent('Canary');
    expect(rows[1]).toHaveTextContent('10 %');
    expect(rows[2]).toHaveTextContent('Canary for 2 h 14 min. Goes back by itself if it fails significantly');
    expect(within(rows[0]!).queryByRole('button', { name: 'Promote blog' })).not.toBeInTheDocument();
    expect(within(rows[1]!).getByRole('button', { name: 'Promote blog' })).toBeVisible();
  });

  test('have columns for statistics, with a dash as long as there are no data', async () => {
    renderOps(path);
    const table = within(await screen.findByRole('table', { name: 'Versions' }));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Remote',
      'Version',
      'Share',
      'Load failures',
      'LCP p75',
      'CLS p75',
      'INP p75',
      'Actions',
    ]);
    expect(within(await rowsOf('blog')).getAllByTitle('no data yet')).toHaveLength(4);
  });

  test.each([
    ['<script defer src="/assets/main.6b7ad5979c.js"></script>', '6b7ad5979c'],
    ['<link rel="preload" as="script" data-run href="/assets/main.6b7ad5979c.js">', '6b7ad5979c'],
    ['<script defer src="/assets/main.js"></script>', undefined],
    ['', undefined],
  ])('show the build of the shell in a page with %s', async (html, hash) => {
    document.head.innerHTML = html;
    renderOps(path);
    await button('Copy the contract hash aaaa…b1c2');
    expect(screen.queryByTitle('Hash of main.6b7ad5979c.js, which this page runs')?.textContent).toBe(
      hash && `Shell${hash}`,
    );
    document.head.innerHTML = '';
  });

  test('copy the contract hash of the running shell on a click', async () => {
    const { user } = renderOps(path);
    await user.click(await button('Copy the contract hash aaaa…b1c2'));
    expect((await screen.findAllByText('Copied'))[0]).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(gateway.shells[0]);
  });

  test('follow changes by another admin without a reload, and so does the share above the page', async () => {
    const live = new LiveFixture(gateway.server);
    renderOps(path);
    const blog = await rowsOf('blog');
    await waitFor(() => expect(live.open).toBe(1));
    const link = screen.getByRole('link', { name: 'Deployments' });
    gateway.change('blog', { canary: canary({ percent: 50 }) });
    live.tell({ topic: 'remotes', id: 'blog', act: 'changed' });
    expect(await within(blog).findByText('Canary')).toBeVisible();
    await waitFor(() => expect(link).toHaveAccessibleName('Deployments canary: blog 50 %'));
  });

  test('show an error with Retry if they cannot be loaded', async () => {
    silenceLog();
    fails(remotes.list);
    const { user } = renderOps(path);
    expect(await screen.findByRole('heading', { name: 'Failed to fetch the deployments' })).toBeVisible();
    gateway.reset({ remotes: gateway.remotes });
    await user.click(await button('Retry'));
    expect(await rowsOf('blog')).toBeVisible();
  });

  test('stay usable without the details of builds that cannot be loaded, which Retry loads', async () => {
    silenceLog();
    fails(remotes.builds);
    const { user } = renderOps(path);
    expect(await screen.findByText('The builds of site, blog and crm could not be loaded.')).toBeVisible();
    expect(within(await rowsOf('blog')).getByText(buildNumber(2))).toBeVisible();
    gateway.reset(gateway);
    await user.click(await button('Retry'));
    expect(await within(await rowsOf('blog')).findByText('Change 2')).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
  });

  test('explain how to publish a build while nothing has been deployed', async () => {
    gateway.reset();
    renderOps(path);
    expect(await screen.findByRole('heading', { name: 'Nothing has been deployed yet' })).toBeVisible();
    expect(screen.getByText('npm run docfolio -- remotes publish blog')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'History' })).not.toBeInTheDocument();
  });

  test('are cards on a phone, that of a running canary first, with all actions', async () => {
    const restore = withMedia((query) => query === phoneQuery);
    try {
      gateway.change('crm', { canary: canary() });
      const { user } = renderOps(path);
      const list = await screen.findByRole('list', { name: 'Versions' });
      const names = within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent);
      expect(names).toEqual(['crm', 'site', 'blog']);
      expect(within(list).getByText('Stable').parentElement).toHaveTextContent('Stable 90 %Canary 10 %');
      expect(within(list).getAllByRole('button', { name: /^Roll back/ })).toHaveLength(1);
      await user.click(await button('Actions for blog'));
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        'Promote',
        'Roll back',
        'Pin',
        'History',
      ]);
      await user.click(screen.getByRole('menuitem', { name: 'Promote' }));
      expect(await screen.findByRole('dialog', { name: 'Promote blog' })).toBeVisible();
    } finally {
      restore();
    }
  });
});

describe('the statistics', () => {
  const slow = statisticsWith({ build: buildNumber(3), loads: 512, lcp: 2_900 });
  const statisticsRequests = () => gateway.server.requestsOf(remoteReports.statistics);

  test('compare a canary with the stable build, with its page loads and a key for the two lines', async () => {
    gateway.change('blog', { canary: canary() });
    gateway.statistics = { blog: [statisticsWith(), slow] };
    renderOps(path);
    const [stable, tried, line] = within(await rowsOf('blog')).getAllByRole('row');
    expect(await within(stable!).findByText('1.68')).toBeVisible();
    expect(tried).toHaveTextContent('2.90 s, over the limit');
    expect(line).toHaveTextContent('Canary for 2 h 14 min, 512 page loads in 24 h. Goes back by itself');
    expect(line).toHaveTextContent('CanaryStable, last 24 h');
    expect(within(await rowsOf('crm')).getAllByTitle('no data yet')).toHaveLength(4);
  });

  test('have no key while the canary has too few page loads for a comparison', async () => {
    gateway.change('blog', { canary: canary() });
    gateway.statistics = { blog: [statisticsWith(), { ...slow, loads: 1 }] };
    renderOps(path);
    const blog = await rowsOf('blog');
    expect(await within(blog).findAllByText('too few')).toHaveLength(4);
    expect(blog).toHaveTextContent('1 page load in 24 h');
    expect(blog).not.toHaveTextContent('Stable, last 24 h');
  });

  test('are dashes if they cannot be loaded, and the page has no error', async () => {
    const log = silenceLog();
    fails(remoteReports.statistics);
    renderOps(path);
    expect(await within(await rowsOf('blog')).findByText('Change 2')).toBeVisible();
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('Loading the statistics of remotes failed', expect.anything()),
    );
    expect(within(await rowsOf('blog')).getAllByTitle('no data yet')).toHaveLength(4);
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
  });

  test('are dashes instead of old figures after a refetch that failed', async () => {
    const live = new LiveFixture(gateway.server);
    gateway.statistics = { blog: [statisticsWith()] };
    renderOps(path);
    const blog = await rowsOf('blog');
    expect(await within(blog).findByText('1.68')).toBeVisible();
    await waitFor(() => expect(live.open).toBe(1));
    silenceLog();
    fails(remoteReports.statistics);
    live.tell({ topic: 'remotes', id: 'blog', act: 'changed' });
    expect(await within(blog).findAllByTitle('no data yet')).toHaveLength(4);
  });

  test('are refetched after a live change of a remote', async () => {
    const live = new LiveFixture(gateway.server);
    renderOps(path);
    const blog = await rowsOf('blog');
    await waitFor(() => expect(live.open).toBe(1));
    gateway.statistics = { blog: [statisticsWith()] };
    live.tell({ topic: 'remotes', id: 'blog', act: 'changed' });
    expect(await within(blog).findByText('1.68')).toBeVisible();
  });

  test('are refetched every 30 s while the page is visible, not while it is hidden', async () => {
    fakeIntervals();
    try {
      gateway.statistics = { blog: [statisticsWith()] };
      renderOps(path);
      const blog = await rowsOf('blog');
      expect(await within(blog).findByText('1.68')).toBeVisible();
      await waitFor(() => expect(statisticsRequests()).toHaveLength(3));
      gateway.statistics = { blog: [statisticsWith({ lcp: 1_700 })] };
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => jest.advanceTimersByTime(60_000));
      // A refetch would have reached the server before this request.
      await fetch('/api/v1/admin/remotes');
      expect(statisticsRequests()).toHaveLength(3);
      visibility.mockReturnValue('visible');
      act(() => jest.advanceTimersByTime(30_000));
      expect(await within(blog).findByText('1.70')).toBeVisible();
      await waitFor(() => expect(statisticsRequests()).toHaveLength(6));
    } finally {
      jest.useRealTimers();
    }
  });

  test('are below the lines of their canary on a phone', async () => {
    const restore = withMedia((query) => query === phoneQuery);
    try {
      gateway.change('blog', { canary: canary() });
      gateway.statistics = { blog: [statisticsWith(), slow] };
      renderOps(path);
      const list = await screen.findByRole('list', { name: 'Versions' });
      const card = within(list).getAllByRole('listitem')[0]!;
      await waitFor(() => expect(card).toHaveTextContent('LCP2.90 s, over the limit1.68 s'));
      expect(card).toHaveTextContent('Canary above, stable below. Canary for 2 h 14 min, 512 page loads in 24 h.');
    } finally {
      restore();
    }
  });
});

describe('the history', () => {
  test('names action, builds, share, actor and reason of each change', async () => {
    renderOps(path);
    const [, first, second, third, fourth] = await historyRows();
    expect(first).toHaveTextContent(`blog${buildNumber(1)}canary${buildNumber(3)}10 %owner@example.comReason 1`);
    expect(second).toHaveTextContent('rolled back');
    expect(second).toHaveTextContent('AutomaticLoad failures 3.4 %');
    expect(third).toHaveTextContent(`crmpinned${buildNumber(2)}`);
    expect(third).toHaveTextContent('<crm CI>');
    expect(fourth).toHaveTextContent(`Delivered with the shellpromoted${buildNumber(9)}100 %`);
  });

  test('can be narrowed to one remote by the select, which the address keeps', async () => {
    const { user } = renderOps(path);
    await historyRows();
    await user.click(screen.getByRole('combobox', { name: 'Remote' }));
    await user.click(await screen.findByRole('option', { name: 'crm' }));
    await waitFor(async () => expect(await historyRows()).toHaveLength(2));
    expect(address()).toBe(`${path}?remote=crm`);
  });

  test('says which remote has no deployments, and shows all again on Clear', async () => {
    const { user } = renderOps(`${path}?remote=shop`);
    expect(await screen.findByRole('heading', { name: 'No deployments of shop' })).toBeVisible();
    await user.click(await button('Clear'));
    await waitFor(async () => expect(await historyRows()).toHaveLength(5));
  });

  test('loads the next page when its end comes near, and offers Retry if that fails', async () => {
    silenceLog();
    const ends = observedEnds();
    try {
      gateway.changes = Array.from({ length: 60 }, (_, index) => changeNumber(index + 1));
      const { user } = renderOps(path);
      expect(await historyRows()).toHaveLength(51);
      fails(remotes.changes);
      ends.appear();
      expect(await screen.findByText('More of the history could not be loaded.')).toBeVisible();
      gateway.reset(gateway);
      await user.click(await button('Retry'));
      await waitFor(async () => expect(await historyRows()).toHaveLength(61));
    } finally {
      ends.restore();
    }
  });

  test('shows an error with Retry if it cannot be loaded, below the versions', async () => {
    silenceLog();
    fails(remotes.changes);
    renderOps(path);
    expect(await screen.findByRole('heading', { name: 'Failed to fetch the history' })).toBeVisible();
    expect(await rowsOf('blog')).toBeVisible();
  });
});

describe('the keys', () => {
  test('Enter shows the history of the focused remote; arrows move between remotes', async () => {
    const { user } = renderOps(path);
    await rowsOf('site');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('button', { name: 'blog' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`${path}?remote=blog`));
  });

  test('P, B and I open the questions about the focused remote', async () => {
    const { user } = renderOps(path);
    await rowsOf('blog');
    await user.keyboard('{ArrowDown}{ArrowDown}p');
    expect(await screen.findByRole('dialog', { name: 'Promote blog' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.keyboard('b');
    expect(await screen.findByRole('dialog', { name: 'Roll back blog?' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.keyboard('i');
    expect(await screen.findByRole('alertdialog', { name: 'Pin blog?' })).toBeVisible();
  });

  test('P does nothing on a pinned remote, whose button says why', async () => {
    const { user } = renderOps(path);
    await rowsOf('crm');
    const promote = await button('Promote crm');
    expect(promote).toHaveAttribute('aria-disabled', 'true');
    await user.hover(promote);
    expect((await screen.findAllByText('Unpin first'))[0]).toBeVisible();
    await user.click(promote);
    screen.getByRole('button', { name: 'crm' }).focus();
    await user.keyboard('p');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('Promote', () => {
  const open = async (name = 'blog') => {
    const view = renderOps(path);
    await view.user.click(await button(`Promote ${name}`));
    const dialog = await screen.findByRole('dialog', { name: `Promote ${name}` });
    return { ...view, dialog: within(dialog) };
  };
  const checked = () => screen.findByText(/^Checked/);

  test('suggests the newest build for 10 % with automatic rollback, and deploys it with the reason', async () => {
    const { user, dialog } = await open();
    await checked();
    expect(dialog.getByRole('combobox', { name: 'Version' })).toHaveTextContent(`${buildNumber(3)}Change 3`);
    expect(dialog.getByRole('radio', { name: /10 %/ })).toBeChecked();
    expect(dialog.getByRole('radio', { name: /10 %/ })).toHaveFocus();
    expect(dialog.getByRole('switch', { name: 'Automatic rollback' })).toBeChecked();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Try it');
    await user.click(dialog.getByRole('button', { name: 'Promote to 10 %' }));
    expect(await screen.findByText(`10 % of visitors get blog ${buildNumber(3)}`)).toBeVisible();
    expect(bodyOf(remotes.promote)).toEqual({
      build: buildNumber(3),
      percent: 10,
      auto: { minutes: null },
      reason: 'Try it',
      version: 3,
    });
    expect(within(await rowsOf('blog')).getByText('Canary')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('suggests the next share for a running canary and names the current one', async () => {
    gateway.change('blog', { canary: canary() });
    const { dialog } = await open();
    expect(dialog.getByText('10 % of visitors have had the canary for 2 h 14 min.')).toBeVisible();
    expect(dialog.getByRole('radio', { name: '10 % Current' })).not.toBeChecked();
    expect(dialog.getByRole('radio', { name: '50 % One in two' })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'Promote to 50 %' })).toBeVisible();
  });

  test('deploys to all visitors by Ctrl-Enter, without automatic rollback, which 100 % does not have', async () => {
    const { user, dialog } = await open();
    await checked();
    await user.click(dialog.getByRole('radio', { name: /100 %/ }));
    expect(dialog.getByRole('switch', { name: 'Automatic rollback' })).toBeDisabled();
    expect(dialog.getByText('Nothing goes back by itself.')).toBeVisible();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(`blog ${buildNumber(3)} is live`)).toBeVisible();
    expect(bodyOf(remotes.promote)).toEqual({ build: buildNumber(3), percent: 100, reason: '', version: 3 });
  });

  test('leaves out automatic rollback if it is switched off', async () => {
    const { user, dialog } = await open();
    await checked();
    await user.click(dialog.getByRole('switch', { name: 'Automatic rollback' }));
    await user.click(dialog.getByRole('button', { name: 'Promote to 10 %' }));
    await waitFor(() => expect(bodyOf(remotes.promote)).toBeDefined());
    expect(bodyOf(remotes.promote)).not.toHaveProperty('auto');
  });

  test('refuses a build for another shell with both hashes, checks again on demand, and allows another build', async () => {
    gateway.builds.push(summaryNumber(4, 'blog', { contract: foreignContract }));
    const { user, dialog } = await open();
    const refusal = await dialog.findByRole('alert');
    expect(refusal).toHaveTextContent('Refused: contract hash does not match the shell');
    expect(refusal).toHaveTextContent('Live shellaaaa aaaa … b1c2This buildd41a 7c30 … 0000');
    const version = dialog.getByRole('combobox', { name: 'Version' });
    expect(version).toBeInvalid();
    expect(version).toHaveAccessibleDescription(/Refused/);
    const promote = dialog.getByRole('button', { name: 'Promote to 10 %' });
    expect(promote).toHaveAttribute('aria-disabled', 'true');
    await user.click(promote);
    expect(gateway.server.requestsOf(remotes.promote)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Copy details' }));
    expect(await navigator.clipboard.readText()).toContain(foreignContract);

    gateway.shells = [foreignContract];
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await checked();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(version);
    await user.click(await screen.findByRole('option', { name: new RegExp(buildNumber(3)) }));
    expect(await dialog.findByText(/^Refused: contract hash/)).toBeVisible();
  });

  test.each([
    ['signature', 'signature is not valid', { passed: false, detail: 'No public key has signed it' }],
    ['files', 'files are damaged or missing', { passed: false, detail: 'main.js is missing' }],
  ])('refuses a build whose %s check fails, with the detail', async (name, title, failed) => {
    const { check } = remotes;
    const passed = { passed: true, detail: null };
    const contract = { ...passed, build: shellContract, shells: [shellContract] };
    gateway.server.on(check, {
      json: { build: buildNumber(3), signature: passed, files: passed, contract, [name]: failed },
    });
    const { dialog } = await open();
    const refusal = await dialog.findByRole('alert');
    expect(refusal).toHaveTextContent(`Refused: ${title}${failed.detail}`);
    expect(refusal).not.toHaveTextContent('Live shell');
    expect(dialog.getByRole('button', { name: 'Promote to 10 %' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('says so if no shell is running that the build could be compared with', async () => {
    gateway.shells = [];
    const { dialog } = await open();
    expect(await dialog.findByText('Refused: no running shell to compare with')).toBeVisible();
    expect(screen.getByText('No shell is running')).toBeInTheDocument();
  });

  test('shows the reason if the platform refuses the promotion itself, and moves the focus to it', async () => {
    gateway.server.on(remotes.promote, () => {
      throw new ProblemError('build_refused', { detail: 'The file main.js is missing.' });
    });
    const { user, dialog } = await open();
    await checked();
    await user.click(dialog.getByRole('button', { name: 'Promote to 10 %' }));
    const refusal = await dialog.findByRole('alert');
    expect(refusal).toHaveTextContent('The file main.js is missing.');
    await waitFor(() => expect(refusal).toHaveFocus());
  });

  test('offers to check again if the check could not run, and does not promote until then', async () => {
    silenceLog();
    fails(remotes.check);
    const { user, dialog } = await open();
    expect(await dialog.findByText('The build could not be checked.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Promote to 10 %' })).toHaveAttribute('aria-disabled', 'true');
    gateway.reset(gateway);
    await user.click(dialog.getByRole('button', { name: 'Check again' }));
    await checked();
    expect(dialog.getByRole('button', { name: 'Promote to 10 %' })).not.toHaveAttribute('aria-disabled');
  });

  test('shows what another admin deployed in the meantime, keeps the choice, and deploys on the second try', async () => {
    const { user, dialog } = await open();
    await checked();
    gateway.change('blog', { canary: canary({ build: buildNumber(1), percent: 50 }) });
    await user.click(dialog.getByRole('button', { name: 'Promote to 10 %' }));
    const notice = (await dialog.findByText('blog has changed since you opened this')).closest('[role="alert"]');
    expect(notice).toHaveTextContent(`with ${buildNumber(1)} for 50 % of visitors`);
    expect(gateway.remote('blog').canary?.percent).toBe(50);
    await user.click(dialog.getByRole('combobox', { name: 'Version' }));
    await user.click(await screen.findByRole('option', { name: new RegExp(buildNumber(3)) }));
    await checked();
    await user.click(dialog.getByRole('radio', { name: /100 %/ }));
    await user.click(dialog.getByRole('button', { name: 'Promote to 100 %' }));
    expect(await screen.findByText(`blog ${buildNumber(3)} is live`)).toBeVisible();
    expect(gateway.remote('blog')).toMatchObject({ current: buildNumber(3), canary: null });
  });

  test('lists a build whose upload has not finished, but does not offer it', async () => {
    gateway.builds.push(summaryNumber(4, 'blog', { complete: false }));
    const { user, dialog } = await open();
    const version = dialog.getByRole('combobox', { name: 'Version' });
    expect(version).toHaveTextContent(buildNumber(3));
    await user.click(version);
    const option = await screen.findByRole('option', { name: new RegExp(buildNumber(4)) });
    expect(option).toHaveTextContent('Its files have not all arrived');
    expect(option).toHaveAttribute('aria-disabled', 'true');
  });

  test('explains how to publish if there is no other build', async () => {
    gateway.builds = [summaryNumber(2)];
    const { dialog } = await open();
    expect(await dialog.findByRole('heading', { name: 'There is no other build' })).toBeVisible();
    expect(dialog.getByText('npm run docfolio -- remotes publish blog')).toBeVisible();
  });

  test('keeps the dialog and explains a failure in a toast', async () => {
    silenceLog();
    fails(remotes.promote);
    const { user, dialog } = await open();
    await checked();
    await user.click(dialog.getByRole('button', { name: 'Promote to 10 %' }));
    expect(await screen.findByText('Failed to promote blog')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Promote to 10 %' })).toBeVisible();
  });
});

describe('Roll back', () => {
  const open = async (name = 'blog') => {
    const view = renderOps(path);
    await view.user.click(await button(`Roll back ${name}`));
    return { ...view, dialog: within(await screen.findByRole('dialog')) };
  };

  test('asks which earlier build to deploy, the one before by default', async () => {
    gateway.builds.unshift(summaryNumber(0));
    const { user, dialog } = await open();
    const version = dialog.getByRole('combobox', { name: 'Version' });
    expect(version).toHaveTextContent(buildNumber(1));
    await user.click(version);
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual([
      expect.stringContaining(buildNumber(1)),
      expect.stringContaining(buildNumber(0)),
      expect.stringContaining('Delivered with the shell'),
    ]);
    await user.keyboard('{Escape}');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Broken');
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    expect(await screen.findByText(`All visitors get blog ${buildNumber(1)}`)).toBeVisible();
    expect(bodyOf(remotes.rollBack)).toEqual({ build: buildNumber(1), reason: 'Broken', version: 3 });
  });

  test('can go back to the build that was delivered with the shell', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('combobox', { name: 'Version' }));
    await user.click(await screen.findByRole('option', { name: /Delivered with the shell/ }));
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    expect(await screen.findByText('All visitors get blog as delivered with the shell')).toBeVisible();
    expect(bodyOf(remotes.rollBack)).toMatchObject({ build: null });
  });

  test('ends a running canary without asking for a build, also of a pinned remote', async () => {
    gateway.change('crm', { canary: canary() });
    const { user, dialog } = await open('crm');
    expect(screen.getByRole('dialog', { name: 'End the canary of crm?' })).toBeVisible();
    expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'End the canary' }));
    await waitFor(() => expect(gateway.remote('crm').canary).toBeNull());
    expect(bodyOf(remotes.rollBack)).toEqual({ reason: '', version: 4 });
  });

  test('shows a concurrent change and rolls back on the second confirmation only', async () => {
    const { user, dialog } = await open();
    gateway.change('blog', { pinned: true });
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    expect(await dialog.findByText('blog has changed since you opened this')).toBeVisible();
    expect(gateway.remote('blog').current).toBe(buildNumber(2));
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(gateway.remote('blog').current).toBe(buildNumber(1)));
  });

  test('shows why the platform refuses an earlier build', async () => {
    gateway.server.on(remotes.rollBack, () => {
      throw new ProblemError('build_refused', { detail: 'It expects another shell.' });
    });
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It expects another shell.');
  });
});

describe('Pin', () => {
  test('pins after a question, which forbids promotions immediately', async () => {
    const { user } = renderOps(path);
    await user.click(await button('Pin blog'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pin' }));
    expect(await screen.findByText('blog pinned')).toBeVisible();
    expect(bodyOf(remotes.pin)).toEqual({ pinned: true, version: 3 });
    expect(await button('Promote blog')).toHaveAttribute('aria-disabled', 'true');
    expect(await button('Roll back blog')).not.toHaveAttribute('aria-disabled');
  });

  test('unpins after a question', async () => {
    const { user } = renderOps(path);
    await user.click(await button('Unpin crm'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unpin' }));
    expect(await screen.findByText('crm unpinned')).toBeVisible();
    expect(await button('Promote crm')).not.toHaveAttribute('aria-disabled');
  });

  test('changes nothing if the remote has changed in the meantime, and shows its new state', async () => {
    const { user } = renderOps(path);
    await user.click(await button('Pin blog'));
    gateway.change('blog', { current: buildNumber(3) });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pin' }));
    expect(await screen.findByText('blog has changed in the meantime. Look at it, then try again.')).toBeVisible();
    expect(gateway.remote('blog').pinned).toBe(false);
    expect(await within(await rowsOf('blog')).findByText(buildNumber(3))).toBeVisible();
  });
});

test('is linked above the pages of operations, where only a running canary has its share', async () => {
  renderOps('/admin/audit');
  const link = await screen.findByRole('link', { name: 'Deployments' });
  expect(screen.getByRole('navigation', { name: 'Operations' })).toContainElement(link);
  fireEvent.click(link);
  expect(await rowsOf('blog')).toBeVisible();
  expect(address()).toBe(path);
});

/** Replaces IntersectionObserver, which jsdom lacks; `appear` reports every observed element as visible. */
function observedEnds() {
  const observers = new Set<() => void>();
  const before = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class {
    readonly report = () => this.callback([{ isIntersecting: true }]);
    constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() {
      observers.add(this.report);
    }
    disconnect() {
      observers.delete(this.report);
    }
  } as unknown as typeof IntersectionObserver;
  return {
    restore: () => {
      globalThis.IntersectionObserver = before;
    },
    appear: () => {
      for (const report of observers) report();
    },
  };
}
