import '../test-environment.js';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from '../buttons/icon-button.js';
import type { Status } from '../display/status-glyph.js';
import { StatusMenu } from '../overlays/status-menu.js';
import { withMedia } from '../test-environment.js';
import { type Column, DataTable, type DataTableProps } from './data-table.js';
import { fittingColumns } from './data-table-columns.js';

const leadStatuses: readonly Status[] = [
  { value: 'new', label: 'New', glyph: 'ring', tone: 'info' },
  { value: 'contacted', label: 'Contacted', glyph: 'half', tone: 'warning' },
  { value: 'qualified', label: 'Qualified', glyph: 'three-quarters', tone: 'violet' },
];

interface Lead {
  id: string;
  name: string;
  company: string | null;
  status: 'new' | 'contacted' | 'qualified' | 'converted' | 'lost';
}

const leads: Lead[] = [
  { id: 'a', name: 'Maya Lindqvist', company: 'Northpeak Labs', status: 'new' },
  { id: 'b', name: 'Tomás Herrera', company: null, status: 'contacted' },
  { id: 'c', name: 'Priya Raman', company: 'Ledgerline', status: 'lost' },
];

const onStatus = jest.fn();
const onEdit = jest.fn();

const columns: Column<Lead>[] = [
  { key: 'name', header: 'Name', width: 168, primary: true, text: (lead) => lead.name },
  { key: 'company', header: 'Company', width: 146, text: (lead) => lead.company },
  {
    key: 'status',
    header: 'Status',
    width: 122,
    sortable: true,
    cell: (lead) => (
      <StatusMenu
        statuses={leadStatuses}
        value={lead.status}
        subject={lead.name}
        onChange={(status) => onStatus(lead.id, status)}
      />
    ),
  },
];

const table = (props: Partial<DataTableProps<Lead>> = {}) => (
  <DataTable<Lead>
    label="Leads"
    columns={columns}
    rows={leads}
    rowId={(lead) => lead.id}
    empty={{ title: 'No leads yet' }}
    rowActions={(lead) => (
      <IconButton size="sm" label={`Edit ${lead.name}`} shortcut="E" onClick={() => onEdit(lead.id)}>
        <span />
      </IconButton>
    )}
    {...props}
  />
);

const bars = (container: HTMLElement) => container.querySelectorAll('.bg-select.h-2\\.5');

beforeEach(() => jest.clearAllMocks());

describe('a data table', () => {
  test('with rows shows headings, cells, and a dash with a text alternative for missing values', () => {
    render(table());
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Company',
      'Status',
      'Actions',
    ]);
    const row = screen.getByRole('row', { name: /Tomás Herrera/ });
    expect(within(row).getByText('Not specified')).toBeInTheDocument();
  });

  test('while loading shows five skeleton rows after 150 ms and announces it', () => {
    jest.useFakeTimers();
    const { container, rerender } = render(table({ rows: undefined }));
    expect(screen.getByText('Loading leads')).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(149));
    expect(bars(container)).toHaveLength(0);
    act(() => void jest.advanceTimersByTime(1));
    expect(bars(container)).toHaveLength(5 * columns.length);
    rerender(table());
    expect(bars(container)).toHaveLength(0);
    expect(screen.queryByText('Loading leads')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  test('shows no skeleton when the response arrives within 150 ms', () => {
    jest.useFakeTimers();
    const { container, rerender } = render(table({ rows: undefined }));
    act(() => void jest.advanceTimersByTime(100));
    rerender(table());
    act(() => void jest.advanceTimersByTime(500));
    expect(bars(container)).toHaveLength(0);
    jest.useRealTimers();
  });

  test('without rows shows `empty`, or `noMatch` with Clear', async () => {
    const onClear = jest.fn();
    const { rerender } = render(table({ rows: [] }));
    expect(screen.getByText('No leads yet')).toBeInTheDocument();
    rerender(table({ rows: [], noMatch: { title: 'No leads match', onClear } }));
    expect(screen.queryByText('No leads yet')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
  });

  test('after a failure shows the error with Retry and keeps loaded rows', async () => {
    const error = { title: 'Failed to fetch leads', onRetry: jest.fn() };
    const { rerender } = render(table({ rows: undefined, error }));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch leads');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(error.onRetry).toHaveBeenCalledTimes(1);
    rerender(table({ error }));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch leads');
    expect(screen.getByText('Maya Lindqvist')).toBeInTheDocument();
  });
});

describe('a data table by keyboard', () => {
  const at = (name: string) => screen.getByRole('button', { name });

  test('moves between rows with arrows, J and K, stops at the ends, and opens with Enter', async () => {
    const user = userEvent.setup();
    const onOpen = jest.fn();
    render(table({ onOpen }));
    await user.keyboard('j');
    expect(at('Maya Lindqvist')).toHaveFocus();
    await user.keyboard('{ArrowDown}j');
    expect(at('Priya Raman')).toHaveFocus();
    await user.keyboard('j');
    expect(at('Priya Raman')).toHaveFocus();
    await user.keyboard('k');
    expect(at('Tomás Herrera')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledTimes(1);
    expect(onOpen).toHaveBeenCalledWith(leads[1]);
  });

  test('triggers the active row’s control by its letter, and sets the status with S and a digit', async () => {
    const user = userEvent.setup();
    render(table({ onOpen: jest.fn() }));
    await user.keyboard('jj');
    await user.keyboard('e');
    expect(onEdit).toHaveBeenCalledWith('b');
    await user.keyboard('s');
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitemradio', { name: 'Contacted' })).toHaveAttribute('aria-checked', 'true');
    await user.keyboard('3');
    expect(onStatus).toHaveBeenCalledWith('b', 'qualified');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  test('ignores shortcuts typed into a text field', async () => {
    const user = userEvent.setup();
    render(
      <>
        <input aria-label="Search" />
        {table({ onOpen: jest.fn() })}
      </>,
    );
    await user.click(screen.getByLabelText('Search'));
    await user.keyboard('jej');
    expect(screen.getByLabelText('Search')).toHaveFocus();
    expect(onEdit).not.toHaveBeenCalled();
  });
});

describe('a data table by pointer', () => {
  test('opens a row on a click anywhere except on its controls', async () => {
    const user = userEvent.setup();
    const onOpen = jest.fn();
    render(table({ onOpen }));
    await user.click(screen.getByText('Ledgerline'));
    expect(onOpen).toHaveBeenLastCalledWith(leads[2]);
    await user.click(screen.getByRole('button', { name: 'Edit Maya Lindqvist' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test('renders the name as a link with `rowHref`, which a plain click opens in place', async () => {
    const user = userEvent.setup();
    const onOpen = jest.fn();
    render(table({ onOpen, rowHref: (lead) => `/admin/leads/${lead.id}` }));
    const link = screen.getByRole('link', { name: 'Maya Lindqvist' });
    expect(link).toHaveAttribute('href', '/admin/leads/a');
    await user.click(link);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test('shows the sort direction in the header and requests the other on click', async () => {
    const onSort = jest.fn();
    render(table({ sort: { key: 'status', direction: 'desc' }, onSort }));
    expect(screen.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort');
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'status', direction: 'asc' });
  });
});

describe('a data table by width', () => {
  test('keeps all columns in narrow windows, with the first and last sticky', () => {
    const undo = withMedia((query) => /width < (1[0-9]{3}|8[0-9]{2})px/.test(query));
    const { container } = render(table());
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Company',
      'Status',
      'Actions',
    ]);
    for (const row of container.querySelectorAll('tr')) {
      const cells = [...row.children];
      expect(cells.map((cell) => cell.classList.contains('sticky'))).toEqual([true, false, false, true]);
    }
    undo();
  });

  test('marks the sides of the table that hide columns', () => {
    const { container } = render(table());
    const region = container.querySelector('[data-row-actions]')!;
    const hidden = () => ['left', 'right'].filter((side) => region.hasAttribute(`data-hides-${side}`));
    // jsdom has no layout.
    const scrollTo = (scrollLeft: number) => {
      Object.defineProperties(region, {
        scrollLeft: { configurable: true, value: scrollLeft },
        clientWidth: { configurable: true, value: 400 },
        scrollWidth: { configurable: true, value: 524 },
      });
      region.dispatchEvent(new Event('scroll'));
    };
    expect(hidden()).toEqual([]);
    scrollTo(0);
    expect(hidden()).toEqual(['right']);
    scrollTo(60);
    expect(hidden()).toEqual(['left', 'right']);
    scrollTo(124);
    expect(hidden()).toEqual(['left']);
  });

  test('keeps row actions visible', () => {
    render(table());
    for (let element: HTMLElement | null = screen.getByRole('button', { name: 'Edit Maya Lindqvist' }); element; ) {
      expect(element).not.toHaveClass('opacity-0');
      element = element.parentElement;
    }
  });

  test('renders rows as a two-line list on a phone, and opens a row on a click', async () => {
    const undo = withMedia(() => true);
    const onOpen = jest.fn();
    render(table({ onOpen, renderPhoneRow: (lead) => ({ meta: lead.company ?? 'no company' }) }));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const items = within(screen.getByRole('list', { name: 'Leads' })).getAllByRole('listitem');
    expect(items[1]).toHaveTextContent('Tomás Herrerano company');
    await userEvent.click(screen.getByText('Northpeak Labs'));
    expect(onOpen).toHaveBeenCalledWith(leads[0]);
    undo();
  });
});

describe('a data table waiting for a new query', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('keeps the previous rows and shows a progress line after a delay', () => {
    const { container, rerender } = render(table({ waiting: true }));
    expect(screen.getByText('Maya Lindqvist')).toBeInTheDocument();
    expect(screen.getByText('Loading leads')).toHaveAttribute('role', 'status');
    expect(container.querySelector('[data-waiting]')).toBeNull();
    act(() => void jest.advanceTimersByTime(400));
    expect(container.querySelector('[data-waiting]')).not.toBeNull();
    rerender(table({ waiting: false }));
    expect(container.querySelector('[data-waiting]')).toBeNull();
    expect(screen.queryByText('Loading leads')).not.toBeInTheDocument();
  });
});

describe('loading more rows', () => {
  const seen: (() => void)[] = [];
  beforeEach(() => {
    seen.length = 0;
    globalThis.IntersectionObserver = class {
      constructor(callback: IntersectionObserverCallback) {
        seen.push(() => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });

  test('happens near the end of the list, unless a load is in flight', () => {
    const onLoadMore = jest.fn();
    const { rerender } = render(table({ onLoadMore }));
    seen.at(-1)?.();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    const before = seen.length;
    rerender(table({ onLoadMore, loadingMore: true }));
    expect(seen).toHaveLength(before);
  });

  test('waits for Retry after a failure', async () => {
    const onLoadMore = jest.fn();
    render(table({ onLoadMore, loadMoreError: 'Failed to load more' }));
    expect(seen).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });
});

test('a status menu keeps its label and stays closed while saving', async () => {
  render(<StatusMenu statuses={leadStatuses} value="new" onChange={onStatus} saving subject="Maya" />);
  const trigger = screen.getByRole('button', { name: 'Status of Maya: New' });
  expect(trigger).toHaveAttribute('aria-busy', 'true');
  expect(trigger.querySelector('[data-spinner]')).not.toBeNull();
  await userEvent.click(trigger);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('hides the columns that yield, one by one, while the table is wider than its place', () => {
  const wide: Column<Lead>[] = [
    { key: 'name', header: 'Name', width: 300, primary: true, text: ({ name }) => name },
    { key: 'company', header: 'Company', width: 200, yields: 2, text: ({ company }) => company },
    { key: 'status', header: 'Status', width: 100, yields: 1, text: ({ status }) => status },
    { key: 'id', header: 'Created', width: 112, text: ({ id }) => id },
  ];
  const shown = (width: number) => fittingColumns(wide, 88, width).map(({ header }) => header);
  expect(shown(0)).toHaveLength(4);
  expect(shown(800)).toHaveLength(4);
  expect(shown(799)).toEqual(['Name', 'Company', 'Created']);
  expect(shown(699)).toEqual(['Name', 'Created']);
  expect(shown(100)).toEqual(['Name', 'Created']);
});
