import { Sparkline } from '@docfolio/admin/records/sparkline';
import type { BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { TriangleAlert } from 'lucide-react';
import { enoughLoads, type FigureKind, hasEnoughLoads } from './build-statistics.js';

export interface FigureProps {
  of: FigureKind;
  statistics: BuildStatistics | undefined;
  /** Whether the figure is only for comparison with another one. */
  quiet?: boolean;
}

/** A figure of a build with its unit, marked if it is over the limit; 'too few' under 100 page loads. */
export function Figure({ of, statistics, quiet = false }: FigureProps) {
  const value = statistics ? of.valueOf(statistics) : null;
  if (!statistics || value === null)
    return (
      <span title="no data yet" className="mono text-mono">
        <EmptyValue words="no data yet" />
      </span>
    );
  if (!hasEnoughLoads(statistics))
    return (
      <span title={`Fewer than ${enoughLoads} page loads`} className="text-caption text-faint">
        too few
      </span>
    );
  const bad = value > of.limit;
  return (
    <span className="mono inline-flex items-center gap-1 whitespace-nowrap text-mono">
      {bad && <TriangleAlert aria-hidden size={12} strokeWidth={1.75} className="text-warning" />}
      <span className={bad ? 'text-warning' : quiet ? 'text-faint' : 'text-ink'}>
        {value.toFixed(of.digits)}
        {of.unit && <span className="text-faint"> {of.unit}</span>}
      </span>
      {bad && <span className="sr-only">, over the limit</span>}
    </span>
  );
}

export interface FigureLineProps {
  of: FigureKind;
  statistics: BuildStatistics | undefined;
  /** The stable build's statistics if the figure is of a canary, for comparison. */
  stable?: BuildStatistics | undefined;
  tone: 'faint' | 'info';
  width: number;
  height: number;
}

/** A figure's course over the last 24 hours, without a line where the figure itself is not shown. */
export function FigureLine({ of, statistics, stable, ...props }: FigureLineProps) {
  const valuesOf = (each: BuildStatistics | undefined) =>
    each && hasEnoughLoads(each) ? each.hours.map((hour) => of.valueOf(hour)) : [];
  return <Sparkline values={valuesOf(statistics)} behind={valuesOf(stable)} {...props} />;
}
