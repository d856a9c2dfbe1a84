import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { EmptyValue } from '../display/empty-value.js';
import type { Column } from './data-table-columns.js';
import { quietIcons } from './quiet-icons.js';
import { clearOfStickyCells, stickyEnd, stickyStart } from './sticky-cells.js';

export interface RowLink {
  href?: string;
  onOpen?: () => void;
}

// With `dir="auto"`, right-to-left text is truncated at its own end but stays aligned with the column.
const oneLine = 'block truncate [text-align:match-parent]';

/** The record's name, which opens the record. With an href it is a link, so that it also opens in a new tab. */
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
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-scrolls={index > 0 ? '' : undefined}
          className={classNames(
            'min-w-0 px-3 first:pl-6 last:pr-6',
            index === 0 ? `${stickyStart} ${selectedBar}` : clearOfStickyCells,
            column.align === 'right' && 'text-right',
            column.mono ? 'mono text-mono text-muted' : 'text-ui text-muted',
          )}
        >
          {index === 0 ? (
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
  if (!text) return column.fallback ? <Fallback text={column.fallback} /> : <EmptyValue />;
  return (
    <span dir="auto" title={column.title?.(row) ?? text} className={oneLine}>
      {text}
    </span>
  );
}

function Fallback({ text }: { text: string }) {
  return (
    <span title={text} className="block truncate font-sans text-ui text-faint">
      {text}
    </span>
  );
}

export interface PhoneRowParts {
  title?: ReactNode;
  meta: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
}

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
