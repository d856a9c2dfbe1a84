import { classNames } from '@docfolio/ui/class-names';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import type { CSSProperties, ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** Beside the title. */
  count?: ReactNode;
  /** At the right of the head. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled frame; on a phone a section of full width. */
export function Panel({ title, count, aside, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className="min-w-0 overflow-hidden rounded-panel border border-line max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:border-b-0"
    >
      <div className="flex h-11 items-center gap-2.5 border-line border-b px-5 max-md:h-12 max-md:px-4">
        <h2 className="shrink-0 font-semibold text-ink text-ui">{title}</h2>
        {count}
        <div className="ml-auto min-w-0 text-caption text-faint">{aside}</div>
      </div>
      {children}
    </section>
  );
}

export interface PanelColumn {
  header: string;
  align?: 'right';
}

interface PanelTableProps {
  label: string;
  columns: readonly PanelColumn[];
  template: CSSProperties;
  children: ReactNode;
}

/** A table in a panel, with rows of 40 px by `rowLook`. */
export function PanelTable({ label, columns, template, children }: PanelTableProps) {
  return (
    <table aria-label={label} className="block w-full text-left text-ui">
      <thead className="block">
        <tr
          style={template}
          className="grid h-8 items-center gap-x-4 border-line border-b px-5 text-caption text-faint"
        >
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" className={classNames('min-w-0 truncate font-medium', align && 'text-right')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-hairline">{children}</tbody>
    </table>
  );
}

export const rowLook = 'grid h-10 items-center gap-x-4 px-5';

/** Rows of a phone, 68 px high. */
export const phoneRowLook =
  'flex min-h-17 w-full items-center gap-3 border-hairline px-5 py-3 text-left max-md:px-4 not-last:border-b';

/** Bars in place of rows that load. @param height of a row, as a class */
export function RowSkeletons({ count, height }: { count: number; height: string }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
          key={row}
          style={{ opacity: Math.max(0.2, 1 - row * 0.14) }}
          className={classNames(
            'flex items-center justify-between border-hairline px-5 not-last:border-b max-md:px-4',
            height,
          )}
        >
          <Skeleton className="w-28" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}

/** One sentence in place of rows. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="px-5 py-3 text-muted text-ui max-md:px-4">{children}</p>
);

/** A bar that is filled in part. @param share from 0 to 1 */
export function CapacityBar({ share, className }: { share: number; className?: string }) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <span aria-hidden="true" className={classNames('block h-1 overflow-hidden rounded-[2px] bg-select', className)}>
      <span
        style={{ width: `${percent}%` }}
        className={classNames('block h-full rounded-[2px]', isTight(share) ? 'bg-warning' : 'bg-faint')}
      />
    </span>
  );
}

/** Returns whether a share (0 to 1) of a capacity is so large that it deserves a warning: over 75 %. */
export const isTight = (share: number): boolean => share > 0.75;
