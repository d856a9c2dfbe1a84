/** @alone replaces the module that loads requests */
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { subscriptions } from '@docfolio/contracts/entities/newsletter';
import { dismissToast } from '@docfolio/ui/runtime';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { loadRequests } from '../load-requests.js';
import BlogRoutes from '../routes.js';

// Calls the real function unless a test replaces it.
jest.mock('../load-requests.js', () => {
  const actual = jest.requireActual<typeof import('../load-requests.js')>('../load-requests.js');
  return { ...actual, loadRequests: jest.fn(actual.loadRequests) };
});
const load = jest.mocked(loadRequests);
const loadFile = load.getMockImplementation()!;

const token = `5d3c5f3e-1c1e-4f5c-9b5e-3f0f5f0d5b11.${'s'.repeat(43)}`;

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
afterEach(() => {
  act(() => dismissToast());
  server.reset();
  load.mockReset().mockImplementation(loadFile);
});
afterAll(() => server.stop());

const open = (path: string, query = `?token=${token}`) => renderPage(<BlogRoutes />, `/newsletter/${path}${query}`);
const heading = () => screen.getByRole('heading', { level: 1 });
const button = (name: string) => screen.getByRole('button', { name });

describe.each([
  {
    ...{ path: 'confirm', operation: subscriptions.confirm, answer: { status: 'confirmed' as const } },
    ...{ press: 'Confirm subscription', title: 'Confirm your subscription', done: 'Subscription confirmed' },
  },
  {
    ...{ path: 'unsubscribe', operation: subscriptions.unsubscribe, answer: { status: 'unsubscribed' as const } },
    ...{ press: 'Unsubscribe', title: 'Unsubscribe', done: 'You are unsubscribed' },
  },
])('the page of $path', ({ path, operation, answer, press, title, done }) => {
  const sent = () => server.requestsOf(operation);
  const answers = (how: () => unknown) => server.on(operation, how as never);

  it('changes nothing until its button is pressed, and is not indexed', async () => {
    open(path);
    expect(heading()).toHaveTextContent(title);
    expect(button(press)).toBeVisible();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(document.querySelector('link[rel="canonical"]')).toBeNull();
    await userEvent.hover(button(press));
    expect(sent()).toEqual([]);
  });

  it('sends one request however often the button is pressed, then focuses the outcome', async () => {
    let settle = () => {};
    answers(async () => {
      await new Promise<void>((resolve) => {
        settle = resolve;
      });
      return { json: answer };
    });
    const user = userEvent.setup();
    open(path);
    await user.dblClick(button(press));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(button(press)).toHaveAttribute('aria-busy', 'true');
    settle();
    await waitFor(() => expect(heading()).toHaveTextContent(done));
    expect(heading()).toHaveFocus();
    expect(screen.queryByRole('button', { name: press })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Blog' })).toHaveAttribute('href', '/blog');
    expect(sent().map(({ body }) => body)).toEqual([{ token }]);
  });

  it.each([
    ['is none of ours', `?token=${token}`, 1],
    ['was cut off', '?token=5d3c', 0],
    ['has none', '', 0],
  ])('shows what to do if the link %s', async (_how, query, asked) => {
    answers(() => {
      throw new ProblemError('not_found');
    });
    open(path, query);
    await userEvent.click(button(press));
    await waitFor(() => expect(heading()).toHaveTextContent('This link does not work'));
    expect(screen.getByRole('link', { name: /Go to Blog|Write to me/ })).toBeVisible();
    expect(sent()).toHaveLength(asked);
  });

  it.each([
    ['the network drops', () => 'drop' as const],
    [
      'the service is down',
      () => {
        throw new ProblemError('unavailable');
      },
    ],
    [
      'a rate limit has no time',
      () => {
        throw new ProblemError('rate_limited');
      },
    ],
  ])('keeps the button if %s', async (_how, how) => {
    answers(how);
    open(path);
    await userEvent.click(button(press));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
    answers(() => ({ json: answer }));
    await userEvent.click(button(press));
    await waitFor(() => expect(heading()).toHaveTextContent(done));
  });

  it('says when to try again if the rate limit is exceeded, and keeps the button', async () => {
    answers(() => {
      throw new ProblemError('rate_limited', { retryAfter: 150 });
    });
    open(path);
    await userEvent.click(button(press));
    expect(await screen.findByText('Too many requests at once')).toBeVisible();
    expect(screen.getByText('Try again in 3 minutes.')).toBeVisible();
    answers(() => ({ json: answer }));
    await userEvent.click(button(press));
    await waitFor(() => expect(heading()).toHaveTextContent(done));
  });

  it('keeps the button if the file with the requests cannot be loaded', async () => {
    load.mockRejectedValue(new Error('Loading chunk 1 failed'));
    open(path);
    await userEvent.click(button(press));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
    expect(button(press)).toBeVisible();
  });
});
