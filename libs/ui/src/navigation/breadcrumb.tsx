import { Fragment, type ReactNode } from 'react';
import { classNames } from '../class-names.js';

export interface Crumb {
  label: string;
  href?: string;
}

export interface BreadcrumbProps {
  items: readonly Crumb[];
  renderLink?: (crumb: Crumb & { href: string }, className: string) => ReactNode;
  className?: string;
}

// Labels are clipped only horizontally, because their touch target extends above and below.
const truncated = 'block overflow-x-clip text-ellipsis whitespace-nowrap';
const link = `touch-target ${truncated} rounded-bar text-muted transition-colors hover:text-ink`;

export function Breadcrumb({ items, renderLink, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={classNames('mono min-w-0 text-mono', className)}>
      <ol className="flex min-w-0 items-center gap-2">
        {items.map((crumb, place) => {
          const last = place === items.length - 1;
          const { href } = crumb;
          return (
            <Fragment key={`${crumb.href}${crumb.label}`}>
              {place > 0 && (
                <li aria-hidden="true" className="text-line-field">
                  /
                </li>
              )}
              <li dir="auto" className={last ? 'min-w-0 truncate' : 'max-w-[60%] shrink-0'}>
                {last || !href ? (
                  <span aria-current={last ? 'page' : undefined} className={last ? 'text-ink' : 'text-muted'}>
                    {crumb.label}
                  </span>
                ) : (
                  (renderLink?.({ ...crumb, href }, link) ?? (
                    <a href={href} className={link}>
                      {crumb.label}
                    </a>
                  ))
                )}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
