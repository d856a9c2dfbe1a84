import type { BuildStatistics } from '@docfolio/contracts/remote-report';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { TriangleAlert } from 'lucide-react';
import { enoughLoads, type FigureKind } from './build-statistics.js';

/** A figure of a build with its unit, marked if it is over the limit; 'too few' under 100 page loads. */
export function Figure({ of, statistics }: { of: FigureKind; statistics: BuildStatistics | undefined }) {
  const value = statistics ? of.valueOf(statistics) : null;
  if (!statistics || value === null)
    return (
      <span title="no data yet" className="mono text-mono">
        <EmptyValue words="no data yet" />
      </span>
    );
  if (statistics.loads < enoughLoads)
    return (
      <span title={`Fewer than ${enoughLoads} page loads`} className="text-caption text-faint">
        too few
      </span>
    );
  const bad = value > of.limit;
  return (
    <span className="mono inline-flex items-center gap-1 whitespace-nowrap text-mono">
      {bad && <TriangleAlert aria-hidden size={12} strokeWidth={1.75} className="text-warning" />}
      <span className={bad ? 'text-warning' : 'text-ink'}>
        {value.toFixed(of.digits)}
        {of.unit && <span className="text-faint"> {of.unit}</span>}
      </span>
      {bad && <span className="sr-only">, over the limit</span>}
    </span>
  );
}
