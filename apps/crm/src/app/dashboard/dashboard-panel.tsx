import { Link } from '@docfolio/federation/router';
import { classNames } from '@docfolio/ui/class-names';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function DashboardPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 self-start overflow-hidden rounded-panel border border-line">
      <h2 className="flex h-11 items-center border-line border-b px-5 text-ui font-semibold text-ink">{title}</h2>
      <ul className="divide-y divide-hairline">{children}</ul>
    </section>
  );
}

interface PanelRowProps {
  words: string;
  count: number | undefined;
  icon?: LucideIcon;
  /** The list of exactly the records that are counted. */
  to?: string;
  showsPath?: boolean;
  tone?: 'warning';
}

export function PanelRow({ words, count, icon: Icon, to, showsPath = false, tone }: PanelRowProps) {
  const content = (
    <>
      {Icon && (
        <Icon
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('shrink-0', tone === 'warning' ? 'text-warning' : 'text-faint')}
        />
      )}
      <span className={classNames('min-w-0 grow truncate text-ink', showsPath && 'sm:shrink-0')}>{words}</span>
      {showsPath && (
        <span className="mono min-w-0 truncate text-mono text-faint max-sm:hidden">{to?.split('?', 1)}</span>
      )}
      <span className="mono w-10 shrink-0 text-right text-mono text-ink">
        {count === undefined ? <EmptyValue words="not known" /> : count.toLocaleString('en-US')}
      </span>
      {to && <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />}
    </>
  );
  const row = 'flex min-h-11 items-center gap-3 px-5 py-3 text-ui';
  return (
    <li>
      {to ? (
        <Link to={to} className={classNames(row, '-outline-offset-2 transition-colors hover:bg-hover')}>
          {content}
        </Link>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  );
}
