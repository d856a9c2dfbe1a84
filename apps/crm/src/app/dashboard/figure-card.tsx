import { Button } from '@docfolio/ui/buttons/button';
import { Badge } from '@docfolio/ui/display/badge';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import type { ReactNode } from 'react';
import type { Figures } from './dashboard-figures.js';

interface FigureCardProps<Stats> {
  title: string;
  from: Figures<Stats>;
  figure: (stats: Stats) => number;
  description?: (stats: Stats) => string | undefined;
  badge?: (stats: Stats) => 'Active' | 'Pending' | undefined;
}

/** A card with one figure, of the same size while loading and after a failure. */
export function FigureCard<Stats>({ title, from, figure, description, badge }: FigureCardProps<Stats>) {
  const { stats, failed } = from;
  const mark = stats && badge?.(stats);
  return (
    <section aria-label={title} className="flex h-27 min-w-0 flex-col justify-between px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="truncate text-ui font-normal text-muted">{title}</h2>
        {mark && <Badge tone={mark === 'Active' ? 'success' : 'warning'}>{mark}</Badge>}
      </div>
      {stats ? (
        <p className="flex min-w-0 items-baseline gap-2.5">
          <span className="mono text-figure text-ink">{figure(stats).toLocaleString('en-US')}</span>
          <Description>{description?.(stats)}</Description>
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

function Description({ children }: { children: ReactNode }) {
  return children ? <span className="truncate text-ui text-faint">{children}</span> : null;
}

function Placeholder() {
  const late = useDelayed(true);
  return (
    <div aria-hidden="true" data-placeholder className="flex h-8 items-center">
      {late && <Skeleton className="h-6 w-16" />}
    </div>
  );
}
