import cluster from 'node:cluster';
import type { HealthRegistry } from '../health.js';
import { removeCollectors } from './collectors.js';
import { bindInstruments, type Library, unbindInstruments } from './instruments.js';
import { addProcessCollectors } from './process-metrics.js';

export interface Metrics {
  readonly contentType: string;
  /** Returns all metrics as Prometheus text. Takes up to 2.5 s: what cannot be read in that time is absent. */
  text(): Promise<string>;
  /** Ends the collection; for tests, as a process collects until it ends. */
  stop(): void;
}

export interface MetricsOptions {
  /** Settings of the process. */
  config: { METRICS: 'on' | 'off'; DOCFOLIO_VERSION: string };
  /** Name of the process, the label `service` of each series. */
  service: string;
  health: HealthRegistry;
}

const isOn = ({ METRICS }: MetricsOptions['config']) => METRICS === 'on';
const loadLibrary = async () => (await import('prom-client')).default;

/**
 * Loads the metrics library and begins to collect, if METRICS is on. Call it before anything adds collectors.
 * @returns undefined if METRICS is off: then the library is not loaded, and all instruments do nothing
 */
export async function startMetrics({ config, service, health }: MetricsOptions): Promise<Metrics | undefined> {
  if (!isOn(config)) return undefined;
  const library = await loadLibrary();
  const registry = new library.Registry();
  registry.setDefaultLabels({ service });
  bindInstruments(library, registry);
  if (cluster.isWorker) {
    library.AggregatorRegistry.setRegistries(registry);
    listenForMessages(library);
  }
  const stopProcessCollectors = addProcessCollectors(config.DOCFOLIO_VERSION, health);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop: () => {
      stopProcessCollectors();
      removeCollectors();
      unbindInstruments();
    },
  };
}

/**
 * Begins to serve the metrics of all workers (`node:cluster`), combined, in their primary process.
 * @returns undefined if METRICS is off
 */
export async function startWorkerMetrics({ config }: Pick<MetricsOptions, 'config'>): Promise<Metrics | undefined> {
  if (!isOn(config)) return undefined;
  const library = await loadLibrary();
  const workers = listenForMessages(library);
  return { contentType: workers.contentType, text: () => workers.clusterMetrics(), stop: () => undefined };
}

/** Adds the library's listeners for messages between workers and their primary process, which its registry does. */
const listenForMessages = (library: Library) => new library.AggregatorRegistry();
