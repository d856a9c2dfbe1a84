import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { dismissToast } from '@docfolio/ui/runtime';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { accepted, stored } from '../../test/samples.js';
import { Newsletter } from './newsletter.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  renderPage(<Newsletter />, '/blog');
});
afterEach(() => {
  act(() => dismissToast());
  sessionStorage.clear();
  server.reset();
});
afterAll(() => server.stop());

const name = () => screen.getByRole('textbox', { name: 'Name' });
const email = () => screen.getByRole('textbox', { name: 'Email' });
const button = () => screen.getByRole('button', { name: 'Subscribe' });
const sent = () => server.requestsOf(subscribers.submit);
const keys = () => sent().map(({ headers }) => headers['idempotency-key']);

it('links to the privacy page', () => {
  expect(screen.getByRole('link', { name: 'What is kept, and for how long' })).toHaveAttribute('href', '/privacy');
});

it('refuses an empty address', async () => {
  const user = userEvent.setup();
  await user.click(button());
  expect(await screen.findByText('Email is required')).toBeVisible();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAccessibleDescription('Email is required');
  await user.type(email(), 'a');
  expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

describe('a success', () => {
  it.each([
    ['stored', stored],
    ['accepted for later', accepted],
  ])('is confirmed and the form is reset when %s', async (_, answer) => {
    server.on(subscribers.submit, answer);
    const user = userEvent.setup();
    await user.type(name(), 'Ada');
    await user.type(email(), ' ada@example.com ');
    await user.click(button());
    expect(await screen.findByText('Successfully subscribed!')).toBeVisible();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    expect(name()).toHaveValue('');
    expect(email()).toHaveValue('');
    expect(sent().map(({ body }) => body)).toEqual([{ email: 'ada@example.com', name: 'Ada', source: 'blog' }]);
  });

  it('needs no name', async () => {
    server.on(subscribers.submit, stored);
    const user = userEvent.setup();
    await user.type(email(), 'ada@example.com');
    await user.click(button());
    await screen.findByText('Successfully subscribed!');
    expect(sent()[0]?.body).toEqual({ email: 'ada@example.com', name: null, source: 'blog' });
  });

  it('looks the same for a bot', async () => {
    server.on(subscribers.submit, stored);
    const user = userEvent.setup();
    await user.type(email(), 'ada@example.com');
    document.querySelector<HTMLInputElement>('input[name="website"]')!.value = 'http://spam.example';
    await user.click(button());
    await screen.findByText('Successfully subscribed!');
    expect(sent()[0]?.body).toMatchObject({ website: 'http://spam.example' });
  });
});

describe('a failure', () => {
  it('shows a message of its own for an existing subscription', async () => {
    server.on(subscribers.submit, () => {
      throw new ProblemError('already_subscribed');
    });
    const user = userEvent.setup();
    await user.type(email(), 'ada@example.com');
    await user.click(button());
    expect(await screen.findByText('Already subscribed!')).toBeVisible();
    expect(screen.getByText('This email is already subscribed to our newsletter.')).toBeVisible();
    expect(email()).toHaveValue('ada@example.com');
  });

  it('keeps the text and the Idempotency-Key of a retry', async () => {
    server.on(subscribers.submit, 'drop');
    const user = userEvent.setup();
    await user.type(email(), 'ada@example.com');
    await user.click(button());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
    expect(email()).toHaveValue('ada@example.com');
    server.on(subscribers.submit, stored);
    await user.click(button());
    await screen.findByText('Successfully subscribed!');
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });
});
