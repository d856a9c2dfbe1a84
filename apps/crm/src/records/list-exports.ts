import { call } from '@docfolio/api-client/call';
import { newIdempotencyKey } from '@docfolio/api-client/idempotency-key';
import { liveConnection } from '@docfolio/api-client/live';
import { type ExportJob, type ExportList, exports } from '@docfolio/contracts/export';
import { ProblemError } from '@docfolio/contracts/problem';
import { toast } from '@docfolio/ui/runtime';

/** Milliseconds until an export without live updates is polled. */
const lookInterval = 1_000;
/** Polls in a row that may fail until the client stops waiting; the server continues. */
const patience = 10;

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

/**
 * Exports a list on the server and downloads the file, also if the page is left. Each list has one export at a time.
 * @param query the list's search, filters and order
 */
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
      if (final || ++failures > patience) throw error;
    }
    onProgress(job);
  }
  if (job.status !== 'done') throw new Error(`The export has ${job.status}`);
  return job;
}

/** Resolves when the export has progressed, and after `lookInterval` in any case. */
function news(id: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(settle, lookInterval);
    const leave = liveConnection.subscribe((changes) => {
      if (changes === 'reset' || changes.some((change) => change.topic === 'exports' && change.id === id)) settle();
    });
  });
}

/** Downloads once: each address works a single time. */
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
