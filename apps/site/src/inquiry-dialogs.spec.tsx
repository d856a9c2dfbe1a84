import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { dismissToast } from '@docfolio/ui/runtime';
import '@docfolio/ui/test-environment';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { renderPage } from '../test/render-page.js';
import PortfolioPage from './portfolio/portfolio.page.js';
import ServicesPage from './services/services.page.js';

type User = ReturnType<typeof userEvent.setup>;

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

const kinds = [
  {
    name: 'the service dialog',
    page: <ServicesPage />,
    operation: serviceInquiries.submit,
    opener: 'Inquire',
    subjects: ['SaaS architecture', 'AI integration'] as const,
    title: 'Inquire about SaaS architecture',
    says: 'From $200 per hour, usually 1–6 weeks. Reply within 24 hours.',
    texts: { Requirements: 'Please describe your requirements' },
    thanks: 'Service inquiry submitted!',
    body: {
      service_name: 'SaaS architecture',
      specific_requirements: 'Words',
      budget_range: null,
      timeline: null,
    },
  },
  {
    name: 'the portfolio dialog',
    page: <PortfolioPage />,
    operation: portfolioInquiries.submit,
    opener: 'Similar Project?',
    subjects: ['Ledgerloop', 'Fieldnote'] as const,
    title: 'Similar Project?',
    says: 'Something like Ledgerloop, made for you. Reply within 24 hours.',
    texts: {
      'What interests you': 'Please describe your interest',
      Requirements: 'Please describe your requirements',
    },
    thanks: 'Project inquiry submitted!',
    body: { project_name: 'Ledgerloop', similar_project_interest: 'Words', custom_requirements: 'Words' },
  },
];

describe.each(kinds)('$name', ({ page, operation, opener, subjects, title, says, texts, thanks, body }) => {
  const openerOf = (subject: string) => screen.getByRole('button', { name: opener, description: subject });
  const dialog = () => screen.getByRole('dialog');
  const field = (name: string) => within(dialog()).getByRole('textbox', { name });
  const button = () => within(dialog()).getByRole('button', { name: 'Send inquiry' });
  const sent = () => server.requestsOf(operation);
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  async function open(user: User, subject: string = subjects[0]) {
    await user.click(openerOf(subject));
    return screen.findByRole('dialog');
  }

  async function fillIn(user: User, words = 'Words') {
    await user.type(field('Name'), 'Ada Lovelace');
    await user.type(field('Email'), 'ada@example.com');
    for (const label of Object.keys(texts)) await user.type(field(label), words);
  }

  it('has a title, a description of its subject and a hidden honeypot', async () => {
    const user = userEvent.setup();
    renderPage(page);
    expect(await open(user)).toHaveAccessibleName(title);
    expect(dialog()).toHaveAccessibleDescription(says);
    expect(within(dialog()).queryAllByRole('combobox')).toHaveLength('budget_range' in body ? 2 : 0);
    expect(dialog().querySelector('input[name="website"]')!.closest('[aria-hidden="true"]')).toHaveAttribute('inert');
  });

  it('shows an error at each missing field and focuses the first', async () => {
    const user = userEvent.setup();
    renderPage(page);
    await open(user);
    await user.click(button());
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(field('Name')).toHaveFocus();
    expect(field('Email')).toHaveAccessibleDescription('Email is required');
    for (const [label, error] of Object.entries(texts)) expect(field(label)).toHaveAccessibleDescription(error);
    expect(field('Phone')).toBeValid();
    expect(field('Company')).toBeValid();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['stored', stored],
    ['accepted for later', accepted],
  ])('shows a success message, closes and is reset if the inquiry is %s', async (_, answer) => {
    server.on(operation, answer);
    const user = userEvent.setup();
    renderPage(page);
    await open(user);
    await fillIn(user);
    await user.type(field('Company'), ' Analytical Engines ');
    await user.click(button());
    expect(await screen.findByText(thanks)).toBeVisible();
    expect(screen.getByText("We'll get back to you within 24 hours.")).toBeVisible();
    await closed();
    expect(openerOf(subjects[0])).toHaveFocus();
    expect(sent().map((request) => request.body)).toEqual([
      { name: 'Ada Lovelace', email: 'ada@example.com', phone: null, company: 'Analytical Engines', ...body },
    ]);
    expect(sessionStorage).toHaveLength(0);
    await open(user);
    for (const box of within(dialog()).getAllByRole('textbox')) expect(box).toHaveValue('');
  });

  it('closes without confirmation and keeps a draft per subject', async () => {
    const user = userEvent.setup();
    renderPage(page);
    await open(user);
    await fillIn(user, 'A long story');
    await user.keyboard('{Escape}');
    await closed();
    await open(user, subjects[1]);
    expect(field('Requirements')).toHaveValue('');
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await closed();
    await open(user);
    expect(field('Name')).toHaveValue('Ada Lovelace');
    expect(field('Requirements')).toHaveValue('A long story');
  });

  it('completes a send after it was closed, and leaves another open dialog open', async () => {
    let answer = () => {};
    server.on(operation, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return stored;
    });
    const user = userEvent.setup();
    renderPage(page);
    await open(user);
    await fillIn(user);
    await user.click(button());
    await user.keyboard('{Escape}');
    await closed();
    await open(user, subjects[1]);
    await waitFor(() => expect(sent()).toHaveLength(1));
    answer();
    expect(await screen.findByText(thanks)).toBeVisible();
    expect(dialog()).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });
});

it('keeps the selected budget and timeline when the service dialog is closed, and sends them', async () => {
  server.on(serviceInquiries.submit, stored);
  const user = userEvent.setup();
  renderPage(<ServicesPage />);
  const inquire = screen.getByRole('button', { name: 'Inquire', description: 'AI integration' });
  await user.click(inquire);
  await screen.findByRole('dialog');
  const choose = async (name: string, option: string) => {
    within(screen.getByRole('dialog')).getByRole('combobox', { name }).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Budget range', '$15k-50k');
  await choose('Timeline', 'Just exploring');
  await user.keyboard('{Escape}');
  await user.click(inquire);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('combobox', { name: 'Budget range' })).toHaveTextContent('$15k-50k');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
  await user.type(dialog.getByRole('textbox', { name: 'Requirements' }), 'Answers');
  await user.click(dialog.getByRole('button', { name: 'Send inquiry' }));
  expect(await screen.findByText('Service inquiry submitted!')).toBeVisible();
  expect(server.requestsOf(serviceInquiries.submit)[0]?.body).toMatchObject({
    budget_range: '15k-50k',
    timeline: 'exploring',
  });
});
