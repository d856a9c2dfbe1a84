import { call } from '@docfolio/api-client/call';
import { newIdempotencyKey } from '@docfolio/api-client/idempotency-key';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ExportJob, type ExportList, exports } from '@docfolio/contracts/entities/export';
import { toast } from '@docfolio/ui/runtime';
import { onLiveNews } from './live-news.js';

/** Milliseconds until an export's progress is requested if no live update reports it. */
const lookInterval = 1_000;
/** Consecutive progress requests that may fail with 429, 5xx or no response; the export goes on in the meantime. */
const maxFailures = 10;

export interface ExportProgress {
  rows: number;
  total: number;
}

let running: ReadonlyMap<ExportList, ExportProgress> = new Map();
const watchers = new Set<() => void>();

function put(list: ExportList, progress: ExportProgress | undefined): void {
  const next = new Map(running);
  if (progress) next.set(list, progress);
  else next.delete(list);
  running = next;
  for (const watcher of watchers) watcher();
}

export const runningExports = () => running;

export function watchExports(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Exports a list as CSV and downloads the file, also after leaving the page. Never rejects: failures show a toast. */
export async function exportList(list: ExportList, query: Readonly<Record<string, unknown>>): Promise<void> {
  if (running.has(list)) return;
  put(list, { rows: 0, total: 0 });
  try {
    const ordered = await call(exports.create, { list, query }, { idempotencyKey: newIdempotencyKey() });
    const done = await finished(ordered, (job) => put(list, job));
    await download(done);
  } catch (error) {
    console.error(`Exporting ${list} failed`, error);
    toast({ title: 'Error', description: 'Failed to export CSV', variant: 'destructive' });
  } finally {
    put(list, undefined);
  }
}

async function finished(ordered: ExportJob, onProgress: (job: ExportJob) => void): Promise<ExportJob> {
  let job = ordered;
  let failures = 0;
  while (job.status === 'waiting' || job.status === 'running') {
    await news(job.id);
    try {
      job = await call(exports.get, { id: job.id });
      failures = 0;
    } catch (error) {
      const final = error instanceof ProblemError && error.status < 500 && error.status !== 429;
      if (final || ++failures > maxFailures) throw error;
    }
    onProgress(job);
  }
  if (job.status !== 'done') throw new Error(`The export has ${job.status}`);
  return job;
}

/** Resolves when a live update reports progress of the export, or after `lookInterval`. */
function news(id: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(settle, lookInterval);
    const leave = onLiveNews((changes) => {
      if (changes === 'reset' || changes.some((change) => change.topic === 'exports' && change.id === id)) settle();
    });
  });
}

/** Downloads the file with a new link, because a link works once. A toast offers to download again. */
async function download(job: ExportJob): Promise<void> {
  const { url } = await call(exports.link, { id: job.id });
  const link = document.createElement('a');
  link.href = url;
  link.download = job.file_name;
  document.body.append(link);
  link.click();
  link.remove();
  toast({
    title: 'Export ready',
    description: `${job.file_name}, ${job.rows.toLocaleString('en-US')} ${job.rows === 1 ? 'row' : 'rows'}`,
    action: {
      label: 'Download again',
      onAction: () =>
        void download(job).catch((error: unknown) => {
          console.error('Downloading an export failed', error);
          toast({ title: 'Error', description: 'Failed to download the file', variant: 'destructive' });
        }),
    },
  });
}
