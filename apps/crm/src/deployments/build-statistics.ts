import type { BuildFigures, BuildStatistics } from '@docfolio/contracts/remote-report';

/** Returns the statistics of a remote's build in the last 24 hours; undefined if there are none. */
export type StatisticsSource = (remote: string, build: string | null) => BuildStatistics | undefined;

/** The source of all statistics on the page. No service collects any yet. */
export const statisticsOf: StatisticsSource = () => undefined;

/** Page loads below which figures are not shown, because they would be chance. */
export const enoughLoads = 100;

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
