import type { ReactNode } from 'react';

/** The head of an admin page, 64 px: its title, the count in mono, and the one primary action at the right. */
export function PageHead({ title, count, action }: { title: string; count?: string; action?: ReactNode }) {
  return (
    <div className="flex h-16 shrink-0 items-center gap-4 px-6 max-md:px-4">
      <h1 className="min-w-0 grow truncate text-page text-ink">
        {title}{' '}
        {count !== undefined && (
          <span className="mono ml-1.5 font-normal text-[0.9375rem] text-faint tracking-normal">({count})</span>
        )}
      </h1>
      <div className="flex shrink-0 items-center gap-2">{action}</div>
    </div>
  );
}
