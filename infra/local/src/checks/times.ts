import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlaywrightReport } from './results.js';

/** What a spec file cost. Batches (jest.run-spec.cjs) write it. */
export interface FileTime {
  file: string;
  /** Duration in ms, of which `loadMs` for loading modules. */
  ms: number;
  loadMs: number;
  /** CPU time in s of the test's process and of the processes it started and ended; undefined for browser tests. */
  cpu?: number;
}

/** A start of a server or a browser by a test. */
export interface StartTime {
  started: string;
  ms: number;
}

const recordsPath = (root: string) => join(root, '.results/times.jsonl');
const stagesPath = (root: string) => join(root, '.results/stages.json');

/** Removes the records of the run before. Returns the environment variable by which tests find the new file. */
export function startRecording(root: string): { DOCFOLIO_TEST_TIMES: string } {
  mkdirSync(join(root, '.results'), { recursive: true });
  for (const path of [recordsPath(root), stagesPath(root)]) rmSync(path, { force: true });
  return { DOCFOLIO_TEST_TIMES: recordsPath(root) };
}

export const addFileTimes = (root: string, files: FileTime[]): void =>
  appendFileSync(recordsPath(root), files.map((file) => `${JSON.stringify(file)}\n`).join(''));

/** Returns the times of the browser tests' files. Their CPU time is unknown: they share platforms and browsers. */
export const browserFileTimes = ({ suites }: PlaywrightReport): FileTime[] =>
  suites.map((suite) => ({ file: `apps/e2e/src/${suite.title}`, ms: durationOf(suite), loadMs: 0 }));

export interface StageTime {
  name: string;
  ms: number;
  passed: number;
  failed: number;
}

export const writeStages = (root: string, stages: StageTime[]): void =>
  writeFileSync(stagesPath(root), JSON.stringify(stages));

export const readStages = (root: string): StageTime[] =>
  existsSync(stagesPath(root)) ? (JSON.parse(readFileSync(stagesPath(root), 'utf8')) as StageTime[]) : [];

function readRecords(root: string): (FileTime | StartTime)[] {
  if (!existsSync(recordsPath(root))) return [];
  const lines = readFileSync(recordsPath(root), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as FileTime | StartTime);
}

export const readStartTimes = (root: string): StartTime[] =>
  readRecords(root).flatMap((record) => ('started' in record ? [record] : []));

export const readFileTimes = (root: string): FileTime[] =>
  readRecords(root).flatMap((record) => ('file' in record ? [record] : []));

const durationOf = ({ specs = [], suites = [] }: PlaywrightReport['suites'][number]): number =>
  [
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration))),
    ...suites.map(durationOf),
  ].reduce((sum, ms) => sum + ms, 0);

const inSeconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(7);

/** Returns a line for each of the `count` files that took longest, with s of time and of CPU. */
export const costliestFiles = (files: FileTime[], count = 5): string[] =>
  files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(
      ({ file, ms, cpu }) =>
        `${inSeconds(ms)} s ${cpu === undefined ? ' '.repeat(13) : `${cpu.toFixed(1).padStart(7)} s CPU`}  ${file}`,
    );
