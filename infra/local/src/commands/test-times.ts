import { existsSync, readFileSync } from 'node:fs';
import { countJest, type JestReport } from '../checks/results.js';
import {
  costliestFiles,
  type FileTime,
  readFileTimes,
  readStages,
  readStartTimes,
  type StartTime,
} from '../checks/times.js';
import { findRoot, listPackages } from '../workspace.js';
import { reportPath } from './check-stages.js';

const inSeconds = (ms: number): string => (ms / 1_000).toFixed(1);
const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns lines with columns of equal width; the first row is the heading. Numbers are aligned right. */
export function table(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  );
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const packageOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/** Returns a row per package: files, tests, s, s of it for loading modules, s of CPU; the most expensive first. */
export function packageRows(files: FileTime[], tests: ReadonlyMap<string, number>): string[][] {
  const byPackage = groupBy(files, ({ file }) => packageOf(file));
  return [...byPackage]
    .map(([name, own]) => ({ name, own, ms: sumOf(own.map(({ ms }) => ms)) }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ name, own, ms }) => [
      name,
      String(own.length),
      String(tests.get(name) ?? ''),
      inSeconds(ms),
      inSeconds(sumOf(own.map(({ loadMs }) => loadMs))),
      sumOf(own.map(({ cpu = 0 }) => cpu)).toFixed(1),
    ]);
}

/** Returns a row per kind of server: number of starts, s in total, s of the median; the most expensive first. */
export function startRows(starts: StartTime[]): string[][] {
  return [...groupBy(starts, ({ started }) => started)]
    .map(([kind, own]) => ({ kind, times: own.map(({ ms }) => ms).sort((a, b) => a - b) }))
    .sort((a, b) => sumOf(b.times) - sumOf(a.times))
    .map(({ kind, times }) => [
      kind,
      String(times.length),
      inSeconds(sumOf(times)),
      inSeconds(times[Math.floor(times.length / 2)]!),
    ]);
}

function countTests(root: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of listPackages(root)) {
    const path = reportPath(root, each);
    if (!path || !existsSync(path)) continue;
    const report = JSON.parse(readFileSync(path, 'utf8')) as JestReport;
    counts.set(each.folder, countJest(report, root).tests.length);
  }
  return counts;
}

/** Runs `npm test -- --times`: prints what the last run of the tests cost, from what it has left in `.results`. */
export async function testTimes(): Promise<number> {
  const root = findRoot();
  const files = readFileTimes(root);
  if (files.length === 0) {
    console.log('No run of the tests has left its times. Run npm test first.');
    return 1;
  }
  const stages = readStages(root).map(({ name, ms, passed, failed }) => [
    name,
    inSeconds(ms),
    String(passed),
    String(failed),
  ]);
  const print = (title: string, rows: string[][]) => console.log(`\n${title}\n\n${table(rows).join('\n')}`);
  print('Stages', [['stage', 's', 'passed', 'failed'], ...stages]);
  print('Packages, whose files run beside each other', [
    ['package', 'files', 'tests', 's', 'loading', 's CPU'],
    ...packageRows(files, countTests(root)),
  ]);
  print('Starts', [['what', 'starts', 's', 'median'], ...startRows(readStartTimes(root))]);
  console.log(`\nFiles that cost most\n\n${costliestFiles(files, 30).join('\n')}`);
  return 0;
}
