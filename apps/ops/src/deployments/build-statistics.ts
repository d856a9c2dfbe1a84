import { queryOf } from '@docfolio/api-client/query';
import { type BuildFigures, type BuildStatistics, remoteReports } from '@docfolio/contracts/entities/remote-report';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Returns the statistics of a remote's build in the last 24 hours; undefined if there are none. */
export type StatisticsSource = (remote: string, build: string | null) => BuildStatistics | undefined;

/** Milliseconds between refetches of the statistics, which change with every page load. */
const refetchInterval = 30_000;

/** Returns the source of statistics for several remotes. Refetches them while the page is visible. */
export function useStatistics(names: readonly string[]): StatisticsSource {
  const lists = useQueries({
    queries: names.map((name) => ({ ...queryOf(remoteReports.statistics, { name }), staleTime: 0, refetchInterval })),
  });
  const error = lists.find((list) => list.error)?.error;
  useEffect(() => {
    if (error) console.error('Loading the statistics of remotes failed', error);
  }, [error]);
  return (remote, build) => {
    const list = lists[names.indexOf(remote)];
    // Figures that could not be refetched may be hours old, which nobody would see.
    return list?.isError ? undefined : list?.data?.items.find((each) => each.build === build);
  };
}

/** Page loads below which figures are not shown, because they would be chance. */
export const enoughLoads = 100;

/** Returns whether statistics are of enough page loads to show their figures. */
export const hasEnoughLoads = (statistics: BuildStatistics | undefined) =>
  statistics !== undefined && statistics.loads >= enoughLoads;

export interface FigureKind {
  key: string;
  header: string;
  /** The header on a phone. */
  short: string;
  /** Whether the figure is a 75th percentile. */
  percentile: boolean;
  /** Returns the figure in `unit`; null if it was not measured. */
  valueOf: (figures: BuildFigures) => number | null;
  unit: string;
  digits: number;
  /** A figure above it is bad: https://web.dev/articles/vitals for LCP, CLS and INP. */
  limit: number;
}

const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);

export const figureKinds: readonly FigureKind[] = [
  {
    key: 'failures',
    header: 'Load failures',
    short: 'Failures',
    percentile: false,
    valueOf: ({ failure_rate }) => scaled(failure_rate, 100),
    unit: '%',
    digits: 2,
    limit: 1,
  },
  {
    key: 'lcp',
    header: 'LCP',
    short: 'LCP',
    percentile: true,
    valueOf: ({ lcp }) => scaled(lcp, 1 / 1_000),
    unit: 's',
    digits: 2,
    limit: 2.5,
  },
  {
    key: 'cls',
    header: 'CLS',
    short: 'CLS',
    percentile: true,
    valueOf: ({ cls }) => cls,
    unit: '',
    digits: 2,
    limit: 0.1,
  },
  {
    key: 'inp',
    header: 'INP',
    short: 'INP',
    percentile: true,
    valueOf: ({ inp }) => inp,
    unit: 'ms',
    digits: 0,
    limit: 200,
  },
];
