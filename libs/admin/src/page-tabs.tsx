import { Link } from '@docfolio/federation/router';
import { classNames } from '@docfolio/ui/class-names';
import type { ReactNode } from 'react';

/** The links above pages that belong together. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex h-10 shrink-0 items-stretch gap-6 border-line border-b px-6 max-md:h-12 max-md:px-4"
    >
      {children}
    </nav>
  );
}

const look =
  '-mb-px touch-target inline-flex items-center gap-2 border-b-2 text-ui transition-colors focus-visible:-outline-offset-4 max-md:text-button';

export function PageTab({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        look,
        current ? 'border-accent font-medium text-ink' : 'border-transparent font-book text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}
