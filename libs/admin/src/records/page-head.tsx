import { classNames } from '@docfolio/ui/class-names';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  count?: string;
  subtitle?: string;
  action?: ReactNode;
}

export function PageHead({ title, count, subtitle, action }: PageHeadProps) {
  const line = (
    <div className="flex items-center gap-4">
      {/* If the count does not fit beside the title, it wraps out of sight. */}
      <h1 className="flex h-6 min-w-0 grow flex-wrap items-baseline gap-x-2.5 overflow-hidden text-page text-ink">
        <span className="max-w-full truncate">{title}</span>{' '}
        {count !== undefined && (
          <span className="mono font-normal text-[0.9375rem] text-faint tracking-normal">({count})</span>
        )}
      </h1>
      <div className="flex shrink-0 items-center gap-2">{action}</div>
    </div>
  );
  return (
    <div
      className={classNames(
        'flex shrink-0 flex-col px-6 max-md:px-4',
        subtitle === undefined ? 'h-16 justify-center' : 'pt-4 pb-5',
      )}
    >
      {line}
      {subtitle !== undefined && <p className="text-muted text-ui max-md:mt-1">{subtitle}</p>}
    </div>
  );
}
