import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.js';
import type { Column } from './data-table-columns.js';
import { EmptyValue } from './empty-value.js';
import { quietIcons } from './quiet-icons.js';
import { clearOfStickyCells, stickyEnd, stickyStart } from './sticky-cells.js';

export interface RowLink {
  href?: string;
  onOpen?: () => void;
}

/**
 * Cut at its own end: with `dir="auto"` a text from right to left loses its last words, not its first, and stays on the
 * column's edge all the same.
 */
const oneLine = 'block truncate [text-align:match-parent]';

/** The record's name as the way in: a real link where there is an address, so that it opens in a new tab as well. */
function RowOpener({ href, onOpen, className, children }: RowLink & { className: string; children: ReactNode }) {
  if (!href && !onOpen) return <span className={className}>{children}</span>;
  const onClick = (event: MouseEvent) => {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  const look = classNames(className, 'cursor-pointer outline-offset-3');
  return href ? (
    <a href={href} onClick={onClick} data-row-open="" dir="auto" className={look}>
      {children}
    </a>
  ) : (
    <button type="button" onClick={onClick} data-row-open="" dir="auto" className={look}>
      {children}
    </button>
  );
}

const selectedGround = 'data-selected:bg-select has-[[data-row-open]:focus-visible]:bg-select';
const bar = 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent before:opacity-0';
const selectedBar = `${bar} group-data-selected/row:before:opacity-100 group-has-[[data-row-open]:focus-visible]/row:before:opacity-100`;
const selectedPhoneBar = `${bar} data-selected:before:opacity-100 has-[[data-row-open]:focus-visible]:before:opacity-100`;

/** A row of the table, 44 px. Its edges are the page's: 24 px at both ends. */
export function TableRow<Row>({
  row,
  id,
  columns,
  template,
  selected,
  link,
  actions,
}: {
  row: Row;
  id: string;
  columns: readonly Column<Row>[];
  template: CSSProperties;
  selected: boolean;
  link: RowLink;
  actions?: ReactNode;
}) {
  return (
    <tr
      data-row={id}
      data-selected={selected || undefined}
      aria-current={selected || undefined}
      style={template}
      className={classNames(
        'group/row relative grid h-11 scroll-mt-8 items-center border-hairline border-b bg-canvas [contain-intrinsic-size:auto_44px] [content-visibility:auto] hover:bg-hover has-[[data-state=open]]:bg-hover',
        link.onOpen && 'cursor-pointer',
        selectedGround,
      )}
    >
      {columns.map((column, place) => (
        <td
          key={column.key}
          data-scrolls={place > 0 ? '' : undefined}
          className={classNames(
            'min-w-0 px-3 first:pl-6 last:pr-6',
            place === 0 ? `${stickyStart} ${selectedBar}` : clearOfStickyCells,
            column.align === 'right' && 'text-right',
            column.mono ? 'mono text-mono text-muted' : 'text-ui text-muted',
          )}
        >
          {place === 0 ? (
            <div className="min-w-0 grow">
              <CellContent row={row} column={column} link={link} />
            </div>
          ) : (
            <CellContent row={row} column={column} link={link} />
          )}
        </td>
      ))}
      {actions !== undefined && (
        <td className={`${stickyEnd} pr-4 pl-1`}>
          <div className={`flex ${quietIcons}`}>{actions}</div>
        </td>
      )}
    </tr>
  );
}

function CellContent<Row>({ row, column, link }: { row: Row; column: Column<Row>; link: RowLink }) {
  const text = column.text?.(row);
  const content = column.cell ? column.cell(row) : text;
  if (column.primary) {
    return (
      <RowOpener {...link} className={classNames(oneLine, 'max-w-max rounded-bar text-ui font-medium text-ink')}>
        {content || column.fallback || 'Unnamed'}
      </RowOpener>
    );
  }
  if (column.cell) return content;
  if (!text) return column.fallback ? <Fallback words={column.fallback} /> : <EmptyValue />;
  return (
    <span dir="auto" title={column.title?.(row) ?? text} className={oneLine}>
      {text}
    </span>
  );
}

/** Words, not a machine's value: in the type of words in a mono column too. */
function Fallback({ words }: { words: string }) {
  return (
    <span title={words} className="block truncate font-sans text-ui text-faint">
      {words}
    </span>
  );
}

/** What a phone shows of a record: under its name one line, then its status, then its actions. */
export interface PhoneRowParts {
  /** The name, where the primary column's text is not it. */
  title?: ReactNode;
  /** The second line: a date in mono, a dot, a company. */
  meta: ReactNode;
  /** Stands in a column of 98 px, 4 px before the actions. */
  status?: ReactNode;
  /** A 44 px control at the end: the menu of the row's actions. */
  actions?: ReactNode;
}

/** A record as a row of two lines, 68 px, for a thumb. */
export function PhoneRow({
  id,
  title,
  parts,
  selected,
  link,
}: {
  id: string;
  title: ReactNode;
  parts: PhoneRowParts;
  selected: boolean;
  link: RowLink;
}) {
  return (
    <li
      data-row={id}
      data-selected={selected || undefined}
      className={classNames(
        'relative grid min-h-17 scroll-mt-8 grid-cols-[minmax(0,1fr)_auto_auto] items-center border-hairline border-b pr-0.5 pl-4 [contain-intrinsic-size:auto_68px] [content-visibility:auto]',
        selectedGround,
        selectedPhoneBar,
      )}
    >
      <div className="min-w-0 py-2.5 pr-3">
        <RowOpener {...link} className={classNames(oneLine, 'max-w-max rounded-bar text-button font-medium text-ink')}>
          {parts.title ?? title}
        </RowOpener>
        <div className="mt-0.5 truncate text-ui text-faint">{parts.meta}</div>
      </div>
      <div className={classNames('text-ui', parts.status && 'w-25.5')}>{parts.status}</div>
      <div className={classNames('grid place-items-center', parts.actions && 'size-11')}>{parts.actions}</div>
    </li>
  );
}
