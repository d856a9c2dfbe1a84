import { classNames } from '@docfolio/ui/class-names';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  count?: string;
  /** One quiet sentence under the title. */
  subtitle?: string;
  action?: ReactNode;
}

/** The head of an admin page, 64 px (88 with a subtitle): its title, the count in mono, and the one primary action at the right. */
export function PageHead({ title, count, subtitle, action }: PageHeadProps) {
  return (
    <div
      className={classNames(
        'flex shrink-0 items-center gap-4 px-6 max-md:px-4',
        subtitle === undefined ? 'h-16' : 'items-start pt-5 pb-5',
      )}
    >
      <div className="min-w-0 grow">
        <h1 className="truncate text-page text-ink">
          {title}{' '}
          {count !== undefined && (
            <span className="mono ml-1.5 font-normal text-[0.9375rem] text-faint tracking-normal">({count})</span>
          )}
        </h1>
        {subtitle !== undefined && <p className="mt-0.5 text-muted text-ui">{subtitle}</p>}
      </div>
      <div className="flex shrink-0 items-center gap-2">{action}</div>
    </div>
  );
}
