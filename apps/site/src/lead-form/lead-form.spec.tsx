import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { leads } from '@docfolio/contracts/entities/lead';
import { dismissToast } from '@docfolio/ui/runtime';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderPage } from '../../test/render-page.js';
import { LeadForm } from './lead-form.js';

const stored = { status: 201, json: { id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff', status: 'stored' } };
const accepted = { status: 202, json: { ...stored.json, status: 'accepted' } };

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
afterEach(() => {
  act(() => dismissToast());
  sessionStorage.clear();
  server.reset();
});
afterAll(() => server.stop());

const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const button = () => screen.getByRole('button', { name: 'Send inquiry' });
const sent = () => server.requestsOf(leads.submit);
const keys = () => sent().map(({ headers }) => headers['idempotency-key']);

async function fillIn(user: ReturnType<typeof userEvent.setup>, message = 'Hello') {
  await user.type(field('Name'), 'Ada Lovelace');
  await user.type(field('Email'), 'ada@example.com');
  await user.type(field('Message'), message);
}

describe('the fields of the lead form', () => {
  it('are name, email and message, with optional phone and company', () => {
    renderPage(<LeadForm source="contact" />);
    expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual([
      'name',
      'email',
      'phone',
      'company',
      'message',
    ]);
    expect(screen.getAllByText('Optional')).toHaveLength(2);
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('include budget and timeline for the source "services"', async () => {
    server.on(leads.submit, stored);
    const user = userEvent.setup();
    renderPage(<LeadForm source="services" />);
    expect(await screen.findByRole('combobox', { name: 'Budget range' })).toHaveTextContent('Select a range');
    expect(screen.getByRole('combobox', { name: 'Timeline' })).toHaveTextContent('Select a timeline');
    await fillIn(user);
    await user.click(button());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ source: 'services', budget_range: null, timeline: null });
  });
});

it('shows an error at each missing field and focuses the first', async () => {
  const user = userEvent.setup();
  renderPage(<LeadForm source="contact" />);
  await user.click(button());
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByText('Email is required')).toBeVisible();
  expect(screen.getByText('Message is required')).toBeVisible();
  expect(field('Name')).toHaveFocus();
  expect(field('Name')).toHaveAccessibleDescription('Name is required');
  expect(field('Email')).toBeInvalid();
  expect(field('Phone')).toBeValid();
  expect(sent()).toEqual([]);
});

describe('a success', () => {
  it.each([
    ['stored', stored],
    ['accepted for later', accepted],
  ])('shows a message and resets the form if the lead is %s', async (_, answer) => {
    server.on(leads.submit, answer);
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user, ' Hello \n there ');
    await user.type(field('Phone'), '+351 1');
    await user.click(button());
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(screen.getByText("We'll get back to you within 24 hours.")).toBeVisible();
    expect(within(screen.getByRole('form')).getByText('ada@example.com')).toBeVisible();
    for (const box of screen.getAllByRole('textbox')) expect(box).toHaveValue('');
    expect(sent()[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+351 1',
      company: null,
      budget_range: null,
      timeline: null,
      message: 'Hello \n there',
      source: 'contact',
    });
    expect(sessionStorage).toHaveLength(0);
  });

  it('is hidden once the next inquiry is being sent', async () => {
    server.on(leads.submit, stored);
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText(/is on its way/)).toBeVisible();
    server.on(leads.submit, 'drop');
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.queryByText(/is on its way/)).not.toBeInTheDocument();
  });
});

it('keeps the text and the Idempotency-Key of a failed attempt over a reload', async () => {
  server.on(leads.submit, 'drop');
  const user = userEvent.setup();
  const { unmount } = renderPage(<LeadForm source="contact" />);
  await fillIn(user, 'A long message');
  await user.click(button());
  await screen.findByText('Error');
  expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
  unmount();
  server.on(leads.submit, stored);
  renderPage(<LeadForm source="contact" />);
  expect(field('Name')).toHaveValue('Ada Lovelace');
  expect(field('Message')).toHaveValue('A long message');
  await user.click(button());
  await screen.findByText('Thank you for your inquiry!');
  expect(keys()[1]).toBe(keys()[0]);
});

it('hides the honeypot from users, assistive technology, the tab order and autocomplete', async () => {
  const user = userEvent.setup();
  renderPage(<LeadForm source="contact" />);
  const trap = document.querySelector<HTMLInputElement>('input[name="website"]')!;
  expect(trap.closest('[aria-hidden="true"]')).toHaveAttribute('inert');
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(trap).toHaveAttribute('autocomplete', 'off');
  expect(screen.queryByRole('textbox', { name: /leave this empty/i })).not.toBeInTheDocument();
  const stops: (string | null)[] = [];
  for (let i = 0; i < 6; i++) {
    await user.tab();
    stops.push(document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? null);
  }
  expect(stops).toEqual(['name', 'email', 'phone', 'company', 'message', 'Send inquiry']);
});
