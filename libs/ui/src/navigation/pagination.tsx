import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { pageLinks } from './page-links.js';

export interface PaginationLink {
  href: string;
  className: string;
  children: ReactNode;
  rel?: 'prev' | 'next';
  'aria-label'?: string;
  'aria-current'?: 'page';
}

export interface PaginationProps {
  page: number;
  total: number;
  pageSize: number;
  hrefOf: (page: number) => string;
  renderLink?: (link: PaginationLink) => ReactNode;
  label: string;
  className?: string;
}

const item = 'inline-flex h-8 items-center justify-center rounded-control no-underline transition-colors touch-target';
const number = `${item} mono w-8 text-mono max-md:size-10`;
const end = `${item} gap-1.5 px-2.5 font-book text-ui max-md:h-11`;
const available = 'text-muted hover:bg-raised hover:text-ink';

const plainLink = ({ children, ...link }: PaginationLink) => <a {...link}>{children}</a>;

/** Shows the range of entries and links to pages. Renders nothing without entries, and no links for a single page. */
export function Pagination({
  page,
  total,
  pageSize,
  hrefOf,
  renderLink = plainLink,
  label,
  className,
}: PaginationProps) {
  if (total <= 0) return null;
  const last = Math.ceil(total / pageSize);
  const current = Math.min(Math.max(page, 1), last);
  const first = (current - 1) * pageSize + 1;
  const step = (to: number, rel: 'prev' | 'next', inner: ReactNode, place: string) =>
    to < 1 || to > last ? (
      <span aria-hidden="true" aria-disabled="true" className={classNames(end, 'text-muted opacity-45', place)}>
        {inner}
      </span>
    ) : (
      renderLink({
        href: hrefOf(to),
        rel,
        className: classNames(end, 'text-ink hover:bg-raised', place),
        children: inner,
      })
    );
  return (
    <nav
      aria-label={label}
      className={classNames('flex flex-wrap items-center gap-x-2 gap-y-3 max-md:justify-between', className)}
    >
      <p className="mono text-faint text-mono max-md:order-2 md:mr-auto">
        {`${first}–${Math.min(current * pageSize, total)} of ${total}`}
      </p>
      {last > 1 && (
        <>
          {step(
            current - 1,
            'prev',
            <>
              <ChevronLeft aria-hidden size={16} strokeWidth={1.75} />
              Previous
            </>,
            'max-md:order-1 max-md:-ml-2.5',
          )}
          <ol className="flex items-center gap-1 max-md:order-4 max-md:w-full max-md:justify-center max-md:gap-0">
            {pageLinks(current, last).map((link, place, links) => (
              <li key={link === '…' ? `after ${links[place - 1]}` : link}>
                {link === '…' ? (
                  <span aria-hidden="true" className={classNames(number, 'text-muted')}>
                    …
                  </span>
                ) : (
                  renderLink({
                    href: hrefOf(link),
                    'aria-label': `Page ${link}`,
                    ...(link === current ? { 'aria-current': 'page' as const } : {}),
                    className: classNames(number, link === current ? 'bg-raised text-ink' : available),
                    children: link,
                  })
                )}
              </li>
            ))}
          </ol>
          {step(
            current + 1,
            'next',
            <>
              Next
              <ChevronRight aria-hidden size={16} strokeWidth={1.75} />
            </>,
            'max-md:order-3 -mr-2.5',
          )}
        </>
      )}
    </nav>
  );
}
