import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/stats';
import { NavLink } from '@docfolio/federation/router';
import { classNames } from '@docfolio/ui/class-names';
import { useQuery } from '@tanstack/react-query';

const look =
  '-mb-px touch-target inline-flex items-center gap-2 border-b-2 text-ui transition-colors focus-visible:-outline-offset-4 max-md:text-button';

export function BlogTabs() {
  const { data } = useQuery(queryOf(stats.content, {}));
  const pending = data?.pending_comments ?? 0;
  const className = ({ isActive }: { isActive: boolean }) =>
    classNames(
      look,
      isActive ? 'border-accent font-medium text-ink' : 'border-transparent font-book text-muted hover:text-ink',
    );
  return (
    <nav
      aria-label="Blog"
      className="flex h-10 shrink-0 items-stretch gap-6 border-line border-b px-6 max-md:h-12 max-md:px-4"
    >
      <NavLink to="/admin/blog" end className={className}>
        Posts
      </NavLink>
      <NavLink to="/admin/blog/comments" className={className}>
        Comments
        {pending > 0 && (
          <span className="mono text-mono text-warning">
            {pending.toLocaleString('en-US')}
            <span className="sr-only"> pending</span>
          </span>
        )}
      </NavLink>
    </nav>
  );
}
