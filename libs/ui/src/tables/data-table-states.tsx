import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Skeleton, useDelayed } from '../display/skeleton.js';
import type { Column } from './data-table-columns.js';

/** Keys of the skeleton rows shown while loading: five (specification, section 9). */
const skeletonRows = [0, 1, 2, 3, 4];
const barWidths = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-1/2', 'w-3/4'];

export function SkeletonRows<Row>({
  columns,
  template,
  phone,
}: {
  columns: readonly Column<Row>[];
  template: CSSProperties;
  phone: boolean;
}) {
  return (
    <div aria-hidden="true">
      {skeletonRows.map((row) => (
        <div
          key={row}
          style={{ ...(phone ? {} : template), opacity: 1 - row * 0.17 }}
          className={classNames('border-hairline border-b', phone ? 'h-17 px-4 pt-4' : 'grid h-11 items-center')}
        >
          {phone ? (
            <>
              <Skeleton className="w-2/5" />
              <Skeleton className="mt-3 w-3/5" />
            </>
          ) : (
            columns.map((column, index) => (
              <div key={column.key} className="px-3 first:pl-6">
                <Skeleton className={barWidths[(row * 2 + index * 5) % barWidths.length]} />
              </div>
            ))
          )}
        </div>
      ))}
    </div>
  );
}

export function FadedState({ phone, children }: { phone: boolean; children: ReactNode }) {
  return (
    <div className="pb-12">
      <div aria-hidden="true">
        {skeletonRows.slice(0, phone ? 2 : 5).map((row) => (
          <div key={row} style={{ opacity: 1 - row * 0.25 }} className="h-11 border-hairline border-b" />
        ))}
      </div>
      <div className="pt-3">{children}</div>
    </div>
  );
}

const waitingDelayMs = 400;

/** A progress line over the table's top edge after 400 ms of `waiting` for the rows of a new query. */
export function WaitingLine({ waiting }: { waiting: boolean }) {
  const late = useDelayed(waiting, waitingDelayMs);
  return (
    <div aria-hidden="true" className="relative z-20 h-0">
      {late && (
        <div data-waiting="" className="absolute inset-x-0 top-0 h-0.5 overflow-hidden">
          <div className="h-full w-1/4 animate-pass bg-accent motion-reduce:w-full motion-reduce:animate-none" />
        </div>
      )}
    </div>
  );
}
