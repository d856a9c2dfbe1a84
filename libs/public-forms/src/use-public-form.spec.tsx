import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Input } from '@docfolio/ui/forms/input';
import { dismissToast, Toaster } from '@docfolio/ui/runtime';
import '@docfolio/ui/test-environment';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { submissionOf } from './submission.js';
import { type PublicFormOptions, usePublicForm } from './use-public-form.js';

const fields = ['name', 'email', 'company', 'budget_range', 'message'] as const;
const labels = { name: 'Name', email: 'Email', company: 'Company', message: 'Message' };

const loaded = async () => submissionOf(leads.submit);

function TestForm(options: Partial<PublicFormOptions<typeof leads.submit>>) {
  const form = usePublicForm<typeof leads.submit>({
    name: 'lead.test',
    fields,
    fixed: { source: 'contact' },
    load: loaded,
    thanks: { title: 'Thank you!' },
    onSent: () => {},
    ...options,
  });
  const budget = form.choice('budget_range');
  return (
    <form {...form.props}>
      {(['name', 'email', 'company', 'message'] as const).map((name) => (
        <Field key={name} label={labels[name]} error={form.text(name).error}>
          <Input {...form.text(name).props} />
        </Field>
      ))}
      <button type="button" onClick={() => budget.props.onValueChange('15k-50k')}>
        Budget: {budget.props.value}
      </button>
      <Honeypot name="website" />
      <Button {...form.button}>Send</Button>
    </form>
  );
}

const open = (options: Partial<PublicFormOptions<typeof leads.submit>> = {}) =>
  render(
    <>
      <TestForm {...options} />
      <Toaster />
    </>,
  );

const stored = { status: 201, json: { id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff', status: 'stored' } };
const accepted = { status: 202, json: { ...stored.json, status: 'accepted' } };

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => server.on(leads.submit, stored));
afterEach(() => {
  jest.restoreAllMocks();
  act(() => dismissToast());
  sessionStorage.clear();
  server.reset();
});
afterAll(() => server.stop());

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const trap = () => document.querySelector<HTMLInputElement>('input[name="website"]')!;
const button = () => screen.getByRole('button', { name: 'Send' });
const sent = () => server.requestsOf(leads.submit);
const keys = () => sent().map(({ headers }) => headers['idempotency-key']);

async function fillIn(user: ReturnType<typeof userEvent.setup>, message = 'Hello') {
  await user.type(field('Name'), 'Ada');
  await user.type(field('Email'), 'ada@example.com');
  await user.type(field('Message'), message);
}

/** Makes the server respond when `respond` is called. */
function slowServer() {
  let respond = () => {};
  server.on(leads.submit, async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return stored;
  });
  return () => respond();
}

it('shows an error at each invalid field until it is changed, focuses the first and sends nothing', async () => {
  const user = userEvent.setup();
  open();
  await user.type(field('Email'), 'ada@');
  await user.click(button());
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(field('Name')).toHaveFocus();
  expect(field('Name')).toHaveAccessibleDescription('Name is required');
  expect(field('Email')).toHaveAccessibleDescription('Invalid email address');
  expect(field('Company')).toBeValid();
  await user.type(field('Name'), 'A');
  expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
  expect(screen.getByText('Message is required')).toBeVisible();
  expect(sent()).toEqual([]);
});

it("shows the caller's own errors before any code is loaded", async () => {
  const user = userEvent.setup();
  open({
    load: () => new Promise(() => {}),
    onSubmit: ({ message }) => (message ? undefined : { message: 'What is it about?' }),
  });
  await user.click(button());
  expect(await screen.findByText('What is it about?')).toBeVisible();
  expect(field('Message')).toHaveFocus();
  expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
});

it.each([
  ['stored', stored],
  ['accepted for later', accepted],
])('sends the parsed values once, thanks and is emptied if they are %s', async (_, answer) => {
  server.on(leads.submit, answer);
  const onSent = jest.fn();
  const user = userEvent.setup();
  open({ onSent });
  await fillIn(user, ' Hello ');
  await user.click(screen.getByRole('button', { name: /^Budget/ }));
  await user.type(trap(), 'http://spam.example');
  await user.click(button());
  expect(await screen.findByText('Thank you!')).toBeVisible();
  const body = { name: 'Ada', email: 'ada@example.com', company: null, budget_range: '15k-50k', message: 'Hello' };
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({ ...body, source: 'contact', website: 'http://spam.example' });
  expect(onSent).toHaveBeenCalledWith(expect.objectContaining(body));
  for (const box of [...screen.getAllByRole('textbox'), trap()]) expect(box).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Budget:' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

it('is busy while it is sent, and sends once when submitted again by click or Enter', async () => {
  const respond = slowServer();
  const user = userEvent.setup();
  open();
  await fillIn(user);
  await user.dblClick(button());
  await waitFor(() => expect(button()).toHaveAttribute('aria-busy', 'true'));
  await user.click(button());
  await user.type(field('Name'), '{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  respond();
  expect(await screen.findByText('Thank you!')).toBeVisible();
  expect(sent()).toHaveLength(1);
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
});

it('sends what was typed, and deletes the draft, if its dialog is closed in the meantime', async () => {
  const respond = slowServer();
  const user = userEvent.setup();
  const { rerender } = open();
  await fillIn(user);
  await user.click(button());
  rerender(<Toaster />);
  await waitFor(() => expect(sent()).toHaveLength(1));
  respond();
  expect(await screen.findByText('Thank you!')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

it('leaves the form to the browser if it is posting it already', async () => {
  open();
  document.querySelector('form')!.dataset.posted = '';
  const submitted = jest.fn((event: Event) => {
    const { defaultPrevented } = event;
    event.preventDefault();
    return defaultPrevented;
  });
  window.addEventListener('submit', submitted, { once: true });
  await userEvent.click(button());
  expect(submitted).toHaveReturnedWith(false);
});

describe('the code that validates and sends a form', () => {
  it('is loaded once, when a field gets the focus', async () => {
    const load = jest.fn(loaded);
    const user = userEvent.setup();
    open({ load });
    expect(load).not.toHaveBeenCalled();
    await fillIn(user);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is awaited by a submit that precedes it', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const user = userEvent.setup();
    open({ load: () => arrived.then(loaded) });
    await user.click(button());
    await waitFor(() => expect(button()).toHaveAttribute('aria-busy', 'true'));
    await user.type(field('Company'), '{Enter}');
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    arrive();
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(field('Name')).toHaveFocus();
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
  });

  it('shows an error if it cannot be loaded, and is loaded again on the next submit', async () => {
    const load = jest.fn<ReturnType<typeof loaded>, []>().mockRejectedValue(new Error('Loading chunk 1 failed'));
    const user = userEvent.setup();
    open({ load });
    await fillIn(user);
    // The form has not been submitted yet.
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
    await user.click(button());
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
    expect(field('Message')).toHaveValue('Hello');
    expect(sent()).toEqual([]);
    load.mockImplementation(loaded);
    await user.click(button());
    expect(await screen.findByText('Thank you!')).toBeVisible();
    expect(sent()).toHaveLength(1);
  });
});

describe('a failed attempt', () => {
  it.each([
    ['the network drops', () => 'drop' as const],
    [
      'the service is unavailable',
      () => {
        throw new ProblemError('unavailable');
      },
    ],
  ])('shows an error, keeps the text and is retried with the same Idempotency-Key if %s', async (_, answer) => {
    server.on(leads.submit, answer);
    const user = userEvent.setup();
    open();
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('Error')).toBeVisible();
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
    expect(field('Message')).toHaveValue('Hello');
    server.on(leads.submit, stored);
    await user.click(button());
    expect(await screen.findByText('Thank you!')).toBeVisible();
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('says when to try again if the rate limit is exceeded for longer than the form waits', async () => {
    server.on(leads.submit, () => {
      throw new ProblemError('rate_limited', { retryAfter: 570 });
    });
    const user = userEvent.setup();
    open({ failure: () => ({ title: 'Failed', description: 'It was not sent.' }) });
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('Too many requests at once')).toBeVisible();
    expect(screen.getByText('What you typed is kept. Try again in 10 minutes.')).toBeVisible();
    expect(document.querySelector('[data-variant="destructive"]')).toBeVisible();
    expect(field('Message')).toHaveValue('Hello');
    server.on(leads.submit, stored);
    await user.click(button());
    expect(await screen.findByText('Thank you!')).toBeVisible();
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  /** Loads the code as a page does that was reloaded. */
  async function reloaded() {
    let copy: typeof import('./submission.js') | undefined;
    await jest.isolateModulesAsync(async () => {
      copy = await import('./submission.js');
    });
    return copy!.submissionOf(leads.submit);
  }

  it.each([
    ['a reload', reloaded, () => {}],
    [
      'the closing of its dialog, also if storage is blocked',
      loaded,
      () =>
        jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('Blocked', 'SecurityError');
        }),
    ],
  ])('keeps text and Idempotency-Key over %s', async (_, load, prepare) => {
    prepare();
    server.on(leads.submit, 'drop');
    const user = userEvent.setup();
    const { unmount } = open();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: /^Budget/ }));
    await user.click(button());
    await screen.findByText('Error');
    unmount();
    server.on(leads.submit, stored);
    open({ load });
    expect(field('Name')).toHaveValue('Ada');
    expect(screen.getByRole('button', { name: 'Budget: 15k-50k' })).toBeVisible();
    await user.click(button());
    await screen.findByText('Thank you!');
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('is repeated by itself if too many forms come from the address, which a message says before', async () => {
    server.on(leads.submit, () => {
      server.on(leads.submit, stored);
      throw new ProblemError('rate_limited', { retryAfter: 1 });
    });
    const user = userEvent.setup();
    open();
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('One moment')).toBeVisible();
    expect(screen.getByText(/^Many forms come from your network\. Yours is sent in \d seconds/)).toBeVisible();
    expect(button()).toHaveAttribute('aria-busy', 'true');
    expect(await screen.findByText('Thank you!')).toBeVisible();
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(2);
  });

  it('has a new Idempotency-Key if the text has changed since', async () => {
    server.on(leads.submit, 'drop');
    const user = userEvent.setup();
    open();
    await fillIn(user);
    await user.click(button());
    await screen.findByText('Error');
    server.on(leads.submit, stored);
    await user.type(field('Message'), ' again');
    await user.click(button());
    await screen.findByText('Thank you!');
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  it("shows the server's errors at their fields, and the caller's own message", async () => {
    server.on(leads.submit, () => {
      const errors = [
        { path: 'company', message: 'At most 254 characters' },
        { path: 'source', message: 'Unknown source' },
      ];
      throw new ProblemError('validation_failed', { errors });
    });
    const user = userEvent.setup();
    open({ failure: () => ({ description: 'It was not sent.' }) });
    await fillIn(user);
    await user.click(button());
    expect(await screen.findByText('At most 254 characters')).toBeVisible();
    expect(field('Company')).toHaveFocus();
    expect(screen.queryByText('Unknown source')).not.toBeInTheDocument();
    expect(screen.getByText('Error')).toBeVisible();
    expect(screen.getByText('It was not sent.')).toBeVisible();
  });
});

describe('a draft', () => {
  it('fills empty fields only, without the honeypot', () => {
    sessionStorage.setItem('docfolio.draft.lead.test', '{"name":"Ada","message":"Old","website":"http://spam"}');
    open({ refused: { kind: 'refused', form: 'lead.test', values: { message: 'Newer' }, errors: {} } });
    expect(field('Name')).toHaveValue('Ada');
    expect(field('Message')).toHaveValue('Newer');
    expect(trap()).toHaveValue('');
  });

  it('is ignored if it is invalid', () => {
    sessionStorage.setItem('docfolio.draft.lead.test', '[1]');
    sessionStorage.setItem('docfolio.draft.lead.other', 'no JSON');
    const { unmount } = open();
    expect(field('Name')).toHaveValue('');
    unmount();
    open({ name: 'lead.other' });
    expect(field('Name')).toHaveValue('');
  });

  it('is deleted when everything is erased', async () => {
    const user = userEvent.setup();
    open();
    await user.type(field('Name'), 'A');
    expect(sessionStorage).toHaveLength(1);
    await user.clear(field('Name'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not stored for a form without drafts', async () => {
    const user = userEvent.setup();
    open({ keepsDraft: false });
    await user.type(field('Name'), 'Ada');
    expect(sessionStorage).toHaveLength(0);
  });
});
