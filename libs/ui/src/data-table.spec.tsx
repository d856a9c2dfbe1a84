import './test-environment.js';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Column, DataTable, type DataTableProps } from './data-table.js';
import { IconButton } from './icon-button.js';
import { leadStatuses } from './lead-statuses.js';
import { StatusMenu } from './status-menu.js';
import { withMedia } from './test-environment.js';

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

describe('its states', () => {
  test('full: rows with their cells, a faint dash said in words, and headings', () => {
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

  test('loading: five skeleton rows, only after 150 ms, and said in words', () => {
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

  test('a quick answer never flickers', () => {
    jest.useFakeTimers();
    const { container, rerender } = render(table({ rows: undefined }));
    act(() => void jest.advanceTimersByTime(100));
    rerender(table());
    act(() => void jest.advanceTimersByTime(500));
    expect(bars(container)).toHaveLength(0);
    jest.useRealTimers();
  });

  test('empty, and nothing that matches, with Clear', async () => {
    const onClear = jest.fn();
    const { rerender } = render(table({ rows: [] }));
    expect(screen.getByText('No leads yet')).toBeInTheDocument();
    rerender(table({ rows: [], noMatch: { title: 'No leads match', onClear } }));
    expect(screen.queryByText('No leads yet')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
  });

  test('failed: what failed, with Retry; rows that are there stay', async () => {
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

describe('by keyboard', () => {
  const at = (name: string) => screen.getByRole('button', { name });

  test('down and J, up and K move between names and stop at the ends; Enter opens', async () => {
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

  test('a letter presses the active row’s control; S then a digit sets the status', async () => {
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

  test('letters that are typed into a field stay letters', async () => {
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

describe('by pointer', () => {
  test('a click anywhere on a row opens it; one on a control of the row does not', async () => {
    const user = userEvent.setup();
    const onOpen = jest.fn();
    render(table({ onOpen }));
    await user.click(screen.getByText('Ledgerline'));
    expect(onOpen).toHaveBeenLastCalledWith(leads[2]);
    await user.click(screen.getByRole('button', { name: 'Edit Maya Lindqvist' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test('with an address the name is a link, which a plain click opens in place', async () => {
    const user = userEvent.setup();
    const onOpen = jest.fn();
    render(table({ onOpen, rowHref: (lead) => `/admin/leads/${lead.id}` }));
    const link = screen.getByRole('link', { name: 'Maya Lindqvist' });
    expect(link).toHaveAttribute('href', '/admin/leads/a');
    await user.click(link);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test('a head says its order, and a press asks for the other', async () => {
    const onSort = jest.fn();
    render(table({ sort: { key: 'status', direction: 'desc' }, onSort }));
    expect(screen.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort');
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'status', direction: 'asc' });
  });
});

describe('by width', () => {
  test('every column stays however narrow the window is, between a first and last one that stick', () => {
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

  test('a side of the table that hides columns is marked, and unmarked at its end', () => {
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

  test('row actions are never hidden from view', () => {
    render(table());
    for (let element: HTMLElement | null = screen.getByRole('button', { name: 'Edit Maya Lindqvist' }); element; ) {
      expect(element).not.toHaveClass('opacity-0');
      element = element.parentElement;
    }
  });

  test('on a phone the rows are a list of two lines with the same way in', async () => {
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

describe('while the answer to a new question is on its way', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('the rows stay, and after a moment a line says that they are not the answer', () => {
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

describe('more rows', () => {
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

  test('are asked for when the end comes near, not while a load is under way', () => {
    const onLoadMore = jest.fn();
    const { rerender } = render(table({ onLoadMore }));
    seen.at(-1)?.();
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    const before = seen.length;
    rerender(table({ onLoadMore, loadingMore: true }));
    expect(seen).toHaveLength(before);
  });

  test('after a failure wait for Retry', async () => {
    const onLoadMore = jest.fn();
    render(table({ onLoadMore, loadMoreError: 'Failed to load more' }));
    expect(seen).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });
});

test('while a status is being saved its word stays and its menu stays shut', async () => {
  render(<StatusMenu statuses={leadStatuses} value="new" onChange={onStatus} saving subject="Maya" />);
  const trigger = screen.getByRole('button', { name: 'Status of Maya: New' });
  expect(trigger).toHaveAttribute('aria-busy', 'true');
  expect(trigger.querySelector('[data-spinner]')).not.toBeNull();
  await userEvent.click(trigger);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});
