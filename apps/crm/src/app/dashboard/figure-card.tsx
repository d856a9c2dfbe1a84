import { kindFactsOf } from '@docfolio/admin/kinds/kind-facts';
import type { ListedCollection } from '@docfolio/contracts/core/record-page';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Badge } from '@docfolio/ui/display/badge';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import type { Figures } from './dashboard-figures.js';
import { listPath } from './list-path.js';

interface FigureCardProps<Stats> {
  title: string;
  from: Figures<Stats>;
  /** The counted records. Their list, filtered by `status`, must show exactly those that `figure` counts. */
  kind: ListedCollection;
  status?: string;
  figure: (stats: Stats) => number;
  /** A second number beside the figure, such as '4 new': the records in the list filtered by its `status`. */
  part?: { status: string; count: (stats: Stats) => number; hiddenIfZero?: boolean };
  description?: string;
  badge?: (stats: Stats) => 'Active' | 'Pending' | undefined;
}

/** A card with one figure, which links to the counted records. It has the same size while loading and after a failure. */
export function FigureCard<Stats>(props: FigureCardProps<Stats>) {
  const { title, from, kind, status, figure, part, description, badge } = props;
  const { stats, failed } = from;
  const mark = stats && badge?.(stats);
  const partCount = stats && part?.count(stats);
  return (
    <section
      aria-label={title}
      className={classNames(
        'relative flex h-27 min-w-0 flex-col justify-between px-5 py-4',
        stats && 'transition-colors hover:bg-hover',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="truncate text-ui font-normal text-muted">{title}</h2>
        {mark && <Badge tone={mark === 'Active' ? 'success' : 'warning'}>{mark}</Badge>}
      </div>
      {stats ? (
        <p className="flex min-w-0 items-baseline gap-2.5">
          {/* Its ::after covers the whole card, and has the focus ring. */}
          <Link
            to={listPath(kind, status)}
            aria-label={nameOf(figure(stats), kind, status)}
            className="mono text-figure text-ink outline-none after:absolute after:inset-0 after:rounded-panel after:-outline-offset-2 after:outline-accent focus-visible:after:outline-2"
          >
            {figure(stats).toLocaleString('en-US')}
          </Link>
          {part && partCount !== undefined && !(part.hiddenIfZero && partCount === 0) && (
            <Link
              to={listPath(kind, part.status)}
              aria-label={nameOf(partCount, kind, part.status)}
              className="touch-target relative min-w-0 text-ui text-faint underline-offset-3 transition-colors hover:text-ink hover:underline"
            >
              <span className="block truncate">
                {partCount.toLocaleString('en-US')} {part.status}
              </span>
            </Link>
          )}
          {description && <span className="truncate text-ui text-faint">{description}</span>}
        </p>
      ) : failed ? (
        <div role="alert" className="flex items-center justify-between gap-3 text-ui text-muted">
          Could not be loaded
          <Button size="sm" busy={from.retrying} onClick={from.retry}>
            Retry
          </Button>
        </div>
      ) : (
        <Placeholder />
      )}
    </section>
  );
}

/** Returns the accessible name of a link to counted records: '4 new leads'. */
function nameOf(count: number, kind: ListedCollection, status?: string): string {
  const { one, many } = kindFactsOf(kind);
  return [count.toLocaleString('en-US'), status, count === 1 ? one : many].filter(Boolean).join(' ');
}

function Placeholder() {
  const late = useDelayed(true);
  return (
    <div aria-hidden="true" data-placeholder className="flex h-8 items-center">
      {late && <Skeleton className="h-6 w-16" />}
    </div>
  );
}
