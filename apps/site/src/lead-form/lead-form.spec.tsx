/** @alone replaces the module that loads requests */
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { leads } from '@docfolio/contracts/lead';
import { ProblemError } from '@docfolio/contracts/problem';
import { dismissToast } from '@docfolio/ui/runtime';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderPage } from '../../test/render-page.js';
import { loadRequests } from '../load-requests.js';
import { LeadForm } from './lead-form.js';

// Calls the real function unless a test replaces it.
jest.mock('../load-requests.js', () => {
  const actual = jest.requireActual<typeof import('../load-requests.js')>('../load-requests.js');
  return { loadRequests: jest.fn(actual.loadRequests) };
});
const load = jest.mocked(loadRequests);
const loadFile = load.getMockImplementation()!;

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
  load.mockReset().mockImplementation(loadFile);
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

describe('validation', () => {
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

  it.each(['ada', 'ada@', '@example.com', 'a b@example.com', 'a@b.c,d@e.f'])(
    'refuses %s as an email address',
    async (address) => {
      const user = userEvent.setup();
      renderPage(<LeadForm source="contact" />);
      await fillIn(user);
      await user.clear(field('Email'));
      await user.type(field('Email'), address);
      await user.click(button());
      expect(await screen.findByText('Invalid email address')).toBeVisible();
      await user.clear(field('Email'));
      await user.type(field('Email'), 'ada@example.com');
      expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
      expect(sent()).toEqual([]);
    },
  );

  it('refuses a message of spaces', async () => {
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user, '   ');
    await user.click(button());
    expect(await screen.findByText('Message is required')).toBeVisible();
  });
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

describe('while a lead is sent', () => {
  it('is busy and sends once when submitted again, by click or Enter', async () => {
    let answer = () => {};
    server.on(leads.submit, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return stored;
    });
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.dblClick(button());
    await waitFor(() => expect(button()).toHaveAttribute('aria-disabled', 'true'));
    expect(button()).toHaveAttribute('aria-busy', 'true');
    await user.click(button());
    await user.type(field('Name'), '{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    answer();
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(sent()).toHaveLength(1);
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
  });
});

describe('the lazy file that validates and sends', () => {
  /** Delays loading of the file. @returns a function that ends the delay */
  function holdBack() {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    load.mockImplementation(async () => {
      await held;
      return loadFile();
    });
    return arrive;
  }

  it('is loaded once, when a field gets the focus', async () => {
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    expect(load).not.toHaveBeenCalled();
    await user.click(field('Name'));
    expect(load).toHaveBeenCalledTimes(1);
    await fillIn(user);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is awaited by a submit that precedes it', async () => {
    server.on(leads.submit, stored);
    const arrive = holdBack();
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    await waitFor(() => expect(button()).toHaveAttribute('aria-busy', 'true'));
    await user.type(field('Name'), '{Enter}');
    expect(sent()).toEqual([]);
    arrive();
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(sent()).toHaveLength(1);
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
  });

  it('shows missing fields of an earlier submit once it is loaded', async () => {
    const arrive = holdBack();
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await user.click(button());
    await waitFor(() => expect(button()).toHaveAttribute('aria-busy', 'true'));
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    arrive();
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(field('Name')).toHaveFocus();
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
  });

  it('shows an error if it cannot be loaded, and is loaded again on the next submit', async () => {
    server.on(leads.submit, stored);
    load.mockRejectedValue(new Error('Loading chunk 1 failed'));
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    // The form has not been submitted yet.
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
    await user.click(button());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
    expect(field('Name')).toHaveValue('Ada Lovelace');
    expect(field('Message')).toHaveValue('Hello');
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
    expect(sent()).toEqual([]);
    load.mockImplementation(loadFile);
    await user.click(button());
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(sent()).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    ['the network drops', () => 'drop' as const],
    [
      'the rate limit is exceeded',
      () => {
        throw new ProblemError('rate_limited', { retryAfter: 600 });
      },
    ],
    [
      'the service is unavailable',
      () => {
        throw new ProblemError('unavailable');
      },
    ],
  ])('shows an error, keeps the text and retries with the same Idempotency-Key if %s', async (_, answer) => {
    server.on(leads.submit, answer);
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
    expect(field('Name')).toHaveValue('Ada Lovelace');
    expect(field('Message')).toHaveValue('Hello');
    server.on(leads.submit, stored);
    await user.click(button());
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('says when it is sent again, and is, if too many forms come from the address', async () => {
    server.on(leads.submit, () => {
      server.on(leads.submit, stored);
      throw new ProblemError('rate_limited', { retryAfter: 1 });
    });
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('One moment')).toBeVisible();
    expect(screen.getByText(/^Many forms come from your network\. Yours is sent in \d seconds/)).toBeVisible();
    expect(button()).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(2);
  });

  it('uses a new Idempotency-Key if the text has changed since', async () => {
    server.on(leads.submit, 'drop');
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    await screen.findByText('Error');
    server.on(leads.submit, stored);
    await user.type(field('Message'), ' again');
    await user.click(button());
    await screen.findByText('Thank you for your inquiry!');
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  it('shows errors of fields at their fields', async () => {
    server.on(leads.submit, () => {
      const errors = [
        { path: 'company', message: 'At most 254 characters' },
        { path: 'source', message: 'Unknown source' },
      ];
      throw new ProblemError('validation_failed', { errors });
    });
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('At most 254 characters')).toBeVisible();
    expect(field('Company')).toHaveFocus();
    expect(screen.queryByText('Unknown source')).not.toBeInTheDocument();
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
  });
});

describe('a draft', () => {
  it('survives a reload with the Idempotency-Key of a failed attempt', async () => {
    server.on(leads.submit, 'drop');
    const user = userEvent.setup();
    const { unmount } = renderPage(<LeadForm source="contact" />);
    await fillIn(user, 'A long message');
    await user.click(button());
    await screen.findByText('Error');
    unmount();
    server.on(leads.submit, stored);
    renderPage(<LeadForm source="contact" />);
    expect(field('Name')).toHaveValue('Ada Lovelace');
    expect(field('Message')).toHaveValue('A long message');
    await user.click(button());
    await screen.findByText('Thank you for your inquiry!');
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('is restored without the honeypot, and ignored if invalid', () => {
    sessionStorage.setItem('docfolio.draft.lead.contact', '{"name":"Ada","message":"Hi","website":"http://spam"}');
    sessionStorage.setItem('docfolio.draft.lead.portfolio', '[1]');
    const { unmount } = renderPage(<LeadForm source="contact" />);
    expect(field('Name')).toHaveValue('Ada');
    expect(document.querySelector('input[name="website"]')).toHaveValue('');
    unmount();
    renderPage(<LeadForm source="portfolio" />);
    expect(field('Name')).toHaveValue('');
  });
});

describe('the honeypot', () => {
  it('is hidden from users, assistive technology, the tab order and autocomplete', async () => {
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

  it('is sent if filled in, with the normal success message', async () => {
    server.on(leads.submit, stored);
    const user = userEvent.setup();
    renderPage(<LeadForm source="contact" />);
    await fillIn(user);
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]')!;
    await user.type(trap, 'http://spam.example');
    await user.click(button());
    expect(await screen.findByText('Thank you for your inquiry!')).toBeVisible();
    expect(sent()[0]?.body).toMatchObject({ website: 'http://spam.example' });
  });
});
