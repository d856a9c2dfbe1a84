import { idNumber, type Table } from '@docfolio/admin/testing/admin-gateway';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { portfolioInquiries, type SentPortfolioInquiry } from '@docfolio/contracts/entities/portfolio-inquiry';
import { type SentServiceInquiry, serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { screen, waitFor, within } from '@testing-library/react';
import { InquiriesGateway, portfolioInquiryNumber, serviceInquiryNumber } from '../../../test/inquiries-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import type { SentInquiry } from './inquiry-view.js';

let gateway: InquiriesGateway;
beforeAll(async () => {
  gateway = new InquiriesGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({
    services: [1, 2, 3].map((n) => serviceInquiryNumber(n)),
    portfolio: [1, 2, 3].map((n) => portfolioInquiryNumber(n)),
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const title = () => screen.getByRole('heading', { level: 1 });
const toasts = () => screen.getByRole('region', { name: 'Notifications' });

interface Kind<R extends SentInquiry> {
  /** The first word of its name, as it begins a sentence. */
  word: string;
  operations: typeof serviceInquiries | typeof portfolioInquiries;
  table: () => Table<R>;
  sample: (n: number, changes?: Partial<R>) => R;
  /** What inquiry number `n` is about. */
  subject: (n: number) => string;
  sortKey: string;
  columns: string[];
  /** Texts of the first row. */
  cells: string[];
  /** Changes that leave its optional fields empty, and the texts in their place. */
  empty: Partial<R>;
  emptyTexts: string[];
  twoLines: Partial<R>;
  /** Names of the fields in the drawer, and titles of its sections. */
  terms: string[];
  sections: string[];
}

const created = { created_at: '2026-11-09T12:30:15.000Z' };

const service: Kind<SentServiceInquiry> = {
  word: 'Service',
  operations: serviceInquiries,
  table: () => gateway.services,
  sample: serviceInquiryNumber,
  subject: (n) => `Service ${n}`,
  sortKey: 'service_name',
  columns: ['Service', 'Budget Range', 'Timeline', 'Requirements', 'Created', 'Actions'],
  cells: ['5k-15k', 'asap', 'Requirements 1'],
  empty: { budget_range: null, timeline: null, specific_requirements: null },
  emptyTexts: ['Not specified', 'Not specified', 'No specific requirements provided'],
  twoLines: { specific_requirements: 'One\nTwo' },
  terms: ['Service', 'From', 'Budget Range', 'Timeline', 'Created'],
  sections: ['Specific Requirements'],
};

const portfolio: Kind<SentPortfolioInquiry> = {
  word: 'Portfolio',
  operations: portfolioInquiries,
  table: () => gateway.portfolio,
  sample: portfolioInquiryNumber,
  subject: (n) => `Case study ${n}`,
  sortKey: 'project_name',
  columns: ['Project Interest', 'Similar Project', 'Custom Requirements', 'Created', 'Actions'],
  cells: ['Something like 1', 'Requirements 1'],
  empty: { similar_project_interest: null, custom_requirements: null },
  emptyTexts: ['No similar project interest specified', 'No custom requirements provided'],
  twoLines: { custom_requirements: 'One\nTwo' },
  terms: ['Project of Interest', 'From', 'Created'],
  sections: ['Similar Project Interest', 'Custom Requirements'],
};

describe('the page of service inquiries', () => specOf(service));
describe('the page of portfolio inquiries', () => specOf(portfolio));

test('a service inquiry shows its budget as a badge', async () => {
  gateway.services.rows = [serviceInquiryNumber(1, { budget_range: '50k-100k' })];
  renderCrm('/admin/service-inquiries');
  expect(within(await rowOf('Person 1')).getByText('50k-100k')).toHaveClass('text-warning');
});

function specOf<R extends SentInquiry>(kind: Kind<R>) {
  const { word, operations, table, sample, subject } = kind;
  const lower = word.toLowerCase();
  const path = `/admin/${lower}-inquiries`;
  const drawerOf = () => screen.findByRole('dialog', { name: `${word} Inquiry Details` });
  const expectAll = (element: HTMLElement, texts: string[]) => {
    for (const text of new Set(texts))
      expect(within(element).getAllByText(text)).toHaveLength(texts.filter((each) => each === text).length);
  };

  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(operations.list, async (request) => {
      await answer.promise;
      return table().list(request);
    });
    renderCrm(path);
    expect(await screen.findByText(`Loading ${lower} inquiries`)).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(title()).toHaveTextContent(new RegExp(`^${word} Inquiries$`));
    answer.resolve();
    await screen.findByText('Person 1');
    expect(title()).toHaveTextContent(`${word} Inquiries (3)`);
  });

  test('shows the columns in order with sender and date', async () => {
    table().rows = [sample(1, created as Partial<R>)];
    renderCrm(path);
    const row = await rowOf('Person 1');
    const heads = within(screen.getByRole('table', { name: `${word} Inquiries` })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(kind.columns);
    expect(row).toHaveTextContent(subject(1));
    expectAll(row, kind.cells);
    expect(within(row).getByText('Nov 09, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/),
    );
  });

  test('shows the specified texts for missing fields, in the row and in the details', async () => {
    table().rows = [sample(1, kind.empty)];
    const { user } = renderCrm(path);
    expectAll(await rowOf('Person 1'), kind.emptyTexts);
    await user.click(screen.getByRole('button', { name: `View Details: ${subject(1)} of Person 1` }));
    expectAll(await drawerOf(), kind.emptyTexts);
  });

  test('shows an empty state', async () => {
    table().rows = [];
    renderCrm(path);
    expect(await screen.findByRole('heading', { name: `No ${lower} inquiries yet` })).toBeVisible();
    expect(title()).toHaveTextContent(`${word} Inquiries (0)`);
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(operations.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(path);
    expect(await screen.findByRole('heading', { name: `Failed to fetch ${lower} inquiries` })).toBeVisible();
    expect(toasts()).toHaveTextContent(`ErrorFailed to fetch ${lower} inquiries`);
    gateway.server.on(operations.list, (request) => table().list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
  });

  test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
    const { user } = renderCrm(path);
    await screen.findByText('Person 1');
    const box = screen.getByPlaceholderText(`Search ${lower} inquiries...`);
    await user.type(box, 'person 2');
    await waitFor(() => expect(screen.queryByText('Person 1')).not.toBeInTheDocument());
    expect(address()).toBe(`${path}?search=person+2`);
    await user.clear(box);
    await user.type(box, 'nobody');
    expect(await screen.findByRole('heading', { name: `No ${lower} inquiries match` })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Person 1')).toBeVisible();
    expect(address()).toBe(path);
  });

  test('sorts the list by a click on a column header', async () => {
    const { user } = renderCrm(path);
    await screen.findByText('Person 1');
    await user.click(screen.getByRole('button', { name: kind.columns[0] }));
    const sort = new RegExp(`^-?${kind.sortKey}$`);
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('sort')).toMatch(sort));
    await waitFor(() => expect(gateway.server.requestsOf(operations.list).at(-1)?.query.sort).toMatch(sort));
  });

  test('opens the details at their own URL with all fields and a link to the lead', async () => {
    table().rows = [sample(1, { ...kind.twoLines, ...created })];
    const { user } = renderCrm(path);
    await user.click(await screen.findByRole('button', { name: `View Details: ${subject(1)} of Person 1` }));
    const drawer = await drawerOf();
    expect(address()).toBe(`${path}/${idNumber(1)}`);
    const textsOf = (role: string, level?: number) =>
      within(drawer)
        .getAllByRole(role, { level })
        .map((element) => element.textContent);
    expect(textsOf('term')).toEqual(kind.terms);
    expect(textsOf('heading', 3)).toEqual(kind.sections);
    expect(within(drawer).getByText(/^Nov 09, 2026 \d\d:30$/)).toBeVisible();
    expect(within(drawer).getByText(/^One\s+Two$/)).toBeVisible();
    const linkTo = (name: string) => within(drawer).getByRole('link', { name }).getAttribute('href');
    expect(linkTo('Person 1')).toBe(`/admin/leads/${idNumber(701)}`);
    expect(linkTo('person1@example.com')).toBe('mailto:person1@example.com');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(path));
  });

  test('shows in row and details that the lead was deleted', async () => {
    table().rows = [sample(1, { person: null } as Partial<R>)];
    const { user } = renderCrm(path);
    expect(await screen.findByText('deleted lead')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `View Details: ${subject(1)} of a deleted lead` }));
    const drawer = await drawerOf();
    expect(within(drawer).getByText('Their lead was deleted')).toBeVisible();
    expect(within(drawer).queryByRole('link')).not.toBeInTheDocument();
  });

  test('says that an unknown inquiry does not exist', async () => {
    renderCrm(`${path}/${idNumber(99)}`);
    expect(await screen.findByRole('heading', { name: `This ${lower} inquiry is not here` })).toBeVisible();
  });

  test('deletes an inquiry without confirmation, and Undo restores it', async () => {
    const { user } = renderCrm(path);
    await user.click(await screen.findByRole('button', { name: `Delete: ${subject(2)} of Person 2` }));
    expect(await screen.findByText(`${word} inquiry deleted successfully`)).toBeVisible();
    expect(toasts()).toHaveTextContent('Success');
    await waitFor(() => expect(screen.queryByText('Person 2')).not.toBeInTheDocument());
    expect(title()).toHaveTextContent(`${word} Inquiries (2)`);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(`${word} inquiry restored`)).toBeVisible();
    expect(await screen.findByText('Person 2')).toBeVisible();
  });

  test('shows a toast and keeps the row if deleting fails', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(operations.delete, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(path);
    await user.click(await screen.findByRole('button', { name: `Delete: ${subject(2)} of Person 2` }));
    expect(await screen.findByText(`Failed to delete ${lower} inquiry`)).toBeVisible();
    expect(await rowOf('Person 2')).toBeVisible();
  });

  test('closes the details of a deleted inquiry', async () => {
    const { user } = renderCrm(`${path}/${idNumber(1)}`);
    await user.click(within(await drawerOf()).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    expect(await screen.findByText(`${word} inquiry deleted successfully`)).toBeVisible();
    await waitFor(() => expect(address()).toBe(path));
    expect(table().deleted.has(idNumber(1))).toBe(true);
  });
}
