// `npm run bench -- observability`: what metrics and traces cost. Platforms with one setting each get the same load
// in turns; `off again` has the settings of `off`, so that its difference is the noise of the run. The collector of traces
// runs in this process, whose CPU time is not counted.
import { setTimeout as delay } from 'node:timers/promises';
import { startCollector } from '@docfolio/process/testing/otlp-collector';
import { internalPorts } from './internal-ports.js';
import { compare, names, printDifferences, Subject } from './overhead.js';

const rounds = Number(process.argv[2] ?? 7);
/** ms between scrapes of the platform with metrics, as in prometheus.yml. */
const scrapeInterval = 15_000;
/** ms for which values that were read from stores are served again: the next scrape shall read them. */
const scrapeCache = 5_500;
const windows = 6;

const collector = await startCollector();
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
const withMetrics = await Subject.start('metrics', { METRICS: 'on' });
const subjects: [Subject, ...Subject[]] = [
  await Subject.start('off', { METRICS: 'off' }),
  await Subject.start('off again', { METRICS: 'off' }),
  withMetrics,
  await Subject.start('traces 10 %', { ...traced, OTEL_TRACES_SAMPLER_ARG: '0.1' }),
  await Subject.start('traces 100 %', { ...traced, OTEL_TRACES_SAMPLER_ARG: '1' }),
];

// Read now: logs are rotated under load, and with them the lines that name the ports.
const ports = Object.values(internalPorts(withMetrics.folder, names));

async function scrape(): Promise<void> {
  await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).arrayBuffer()));
}

/** Returns the CPU time in ms of a window in which a scrape may read all values again: the mean of several. */
async function cpuOfWindow(work: () => Promise<void>): Promise<number> {
  const before = withMetrics.cpu();
  for (let count = 0; count < windows; count += 1) {
    await work();
    await delay(scrapeCache);
  }
  return (withMetrics.cpu() - before) / windows;
}

const scraping = setInterval(() => void scrape(), scrapeInterval);
try {
  await compare(subjects, rounds);
  clearInterval(scraping);
  const [idle, scraped] = [await cpuOfWindow(() => Promise.resolve()), await cpuOfWindow(scrape)];
  printDifferences(subjects);
  console.log(
    `\nCPU ms per scrape of all six processes: ${(scraped - idle).toFixed(1)}. Spans received: ${collector.spans.length}`,
  );
} finally {
  clearInterval(scraping);
  for (const subject of subjects) await subject.stop();
  await collector.close();
}
