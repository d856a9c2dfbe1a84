import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OverrideBadge } from './override-badge.js';

const folder = 'http://localhost:4202/remotes/blog/';
const stopped = jest.fn();
let responses: (url: string) => number;
const asked: [string, string][] = [];
beforeEach(() => {
  stopped.mockReset();
  asked.length = 0;
  responses = () => 200;
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push([init?.method ?? 'GET', String(input)]);
    const status = responses(String(input));
    if (status === 0) throw new TypeError('Failed to fetch');
    return { ok: status < 400, status } as Response;
  });
});
afterEach(() => jest.restoreAllMocks());

const show = (overrides: Record<string, string>) => {
  render(<OverrideBadge overrides={overrides} onStopped={stopped} />);
  return userEvent.setup();
};

test('names the remote and the host that it is loaded from', async () => {
  show({ blog: folder });
  expect(screen.getByRole('status').textContent).toBe('blog from localhost:4202');
  await waitFor(() => expect(asked).toContainEqual(['GET', `${folder}mf-manifest.json`]));
  expect(screen.getByRole('status').textContent).toBe('blog from localhost:4202');
});

test('counts further remotes', () => {
  show({ blog: folder, site: 'http://localhost:4203/remotes/site/' });
  expect(screen.getByRole('status').textContent).toBe('blog and 1 more');
});

test.each([0, 500])('says so if the server does not answer (%d)', async (status) => {
  responses = (url) => (url.startsWith('http://localhost:4203') ? status : 200);
  show({ blog: folder, site: 'http://localhost:4203/remotes/site/' });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('localhost:4203 does not answer'));
  screen.getByRole('button', { name: 'Stop' });
});

test('ends the overrides by its button', async () => {
  const user = show({ blog: folder });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  expect(asked).toContainEqual(['POST', '/remotes/override/stop']);
});

test('says so if the overrides could not be ended, and tries again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  responses = (url) => (url.includes('stop') ? 503 : 200);
  const user = show({ blog: folder });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not stopped, try again'));
  expect(stopped).not.toHaveBeenCalled();
  responses = () => 204;
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
});
