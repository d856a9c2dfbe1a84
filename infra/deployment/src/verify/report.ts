import { seconds } from '@docfolio/local/system';
import type { ImageSize } from '../images/sizes.js';
import type { Comparison } from './ledger.js';
import type { LoadFigures } from './load.js';
import { retryRule } from './retrying-client.js';
import type { RestartTime } from './rolling-restart.js';

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function table(header: string[], rows: string[][]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells.map((cell, column) => (/^[\d.]/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)));
  return [header, ...rows].map((cells) => `  ${line(cells).join('  ').trimEnd()}`).join('\n');
}

export function sizeTable(sizes: ImageSize[]): string {
  const rows = sizes.map(({ target, aboveBase, modules, maxModulesMegabytes }) => [
    target,
    megabytes(aboveBase),
    megabytes(modules),
    `${maxModulesMegabytes} MB`,
  ]);
  return table(['image', 'above base', 'node_modules', 'limit'], rows);
}

export function containerTable(
  memory: Map<string, number>,
  restarts: RestartTime[],
  repeatedBy: Record<string, number>,
): string {
  const times = new Map(restarts.map((restart) => [restart.name, restart]));
  const rows = [...memory].sort().map(([name, bytes]) => {
    const restart = times.get(name);
    return [
      name,
      megabytes(bytes),
      restart ? seconds(restart.stopped) : '-',
      restart ? seconds(restart.healthy - restart.stopped) : '-',
      String((restart && repeatedBy[restart.group]) ?? 0),
    ];
  });
  return table(['container', 'memory', 'stopped in', 'healthy in', 'repeated meanwhile'], rows);
}

export interface RestartReport {
  perSecond: number;
  figures: LoadFigures;
  comparison: Comparison;
  acknowledged: { records: number; edits: number };
  duration: number;
}

export function loadProblems({ figures, comparison }: Pick<RestartReport, 'figures' | 'comparison'>): string[] {
  return [
    ...figures.failures.map((failure) => `failed: ${failure}`),
    ...comparison.lost.map((key) => `lost: ${key}`),
    ...comparison.lostEdits.map((edit) => `lost edit: ${edit}`),
    ...comparison.twice.map((key) => `stored twice: ${key}`),
  ];
}

export function restartSummary({ perSecond, figures, comparison, acknowledged, duration }: RestartReport): string {
  const reasons = Object.entries(figures.reasons).map(([reason, count]) => `${count} x ${reason}`);
  return [
    `  requests             ${figures.requests} in ${seconds(duration)} (${perSecond}/s)`,
    `  failed               ${figures.failures.length}`,
    `  repeated             ${figures.repeated} requests, ${figures.repetitions} times (${reasons.join(', ') || 'never'})`,
    `  acknowledged writes  ${acknowledged.records} records, ${acknowledged.edits} edits`,
    `  lost                 ${comparison.lost.length} records, ${comparison.lostEdits.length} edits`,
    `  stored twice         ${comparison.twice.length}`,
    `  99 of 100 within     ${seconds(figures.p99)}`,
    `  slowest              ${seconds(figures.slowest.duration)} (${figures.slowest.request})`,
    `  Repeated are GETs, POSTs with an Idempotency-Key and edits that name a version, after a failed connection or`,
    `  ${retryRule.statuses.join(', ')}, for at most ${seconds(retryRule.deadline)}.`,
  ].join('\n');
}
