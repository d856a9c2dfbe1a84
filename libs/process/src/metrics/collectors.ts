import { Scoped } from '../scope.js';
import { withTimeout } from '../with-timeout.js';
import { type Gauge, gauge, isCollecting } from './instruments.js';

/** ms after which a scrape no longer waits for a collector. Longer than a readiness check (2 s). */
const readTimeout = 2_500;
/** ms for which values are served again, so that several scrapers cost the stores no more than one. */
const defaultMaxAge = 5_000;

const collectorUp = gauge({
  name: 'docfolio_collector_up',
  help: 'Whether the values of a collector could be read in time: 1, or 0 and the values are absent.',
  labels: ['collector'],
  aggregator: 'min',
});

export interface Collector {
  name: string;
  /** Gauges that `read` sets. They are cleared before, and have no values after a failure. */
  // biome-ignore lint/suspicious/noExplicitAny: gauges with any label names
  gauges: readonly Gauge<any>[];
  /** Reads the values, and returns what sets them. */
  read(): Promise<() => void>;
  /** ms for which values are served again. Default: 5,000. */
  maxAge?: number;
}

const refreshes = new Scoped(() => new Map<string, () => Promise<void>>());

/** Adds gauges that are read by each scrape. Does nothing unless metrics are on. */
export function addCollector(collector: Collector): void {
  if (!isCollecting()) return;
  const refresh = sharedRefresh(collector);
  refreshes.value.set(collector.name, refresh);
  for (const each of collector.gauges) each.beforeRead = refresh;
  collectorUp.beforeRead = async () => {
    await Promise.all([...refreshes.value.values()].map((run) => run()));
  };
}

export function removeCollectors(): void {
  refreshes.value.clear();
}

/** Returns a function that reads at most once in `maxAge`, and of concurrent scrapes once. It never rejects. */
function sharedRefresh({ name, gauges, read, maxAge = defaultMaxAge }: Collector): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<() => void> | undefined;
  let waiting: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    try {
      // A read that took too long is waited for again, not repeated: a slow store gets no more work.
      running ??= read().finally(() => {
        running = undefined;
      });
      const set = await withTimeout(running, readTimeout);
      for (const each of gauges) each.clear();
      set();
      readAt = performance.now();
      collectorUp.set({ collector: name }, 1);
    } catch {
      // What is wrong with the store is logged by its connection; here the gauge says so.
      for (const each of gauges) each.clear();
      readAt = Number.NEGATIVE_INFINITY;
      collectorUp.set({ collector: name }, 0);
    }
  };
  return () => {
    if (performance.now() - readAt < maxAge) return Promise.resolve();
    waiting ??= refresh().finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}
