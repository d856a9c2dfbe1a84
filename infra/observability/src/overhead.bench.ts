// `npm run bench -- observability [rounds]`: what metrics and traces cost. Platforms with one setting each get the same load
// in turns; `off again` has the settings of `off`, so that its difference is the noise of the run. The collector of traces
// runs in this process, whose CPU time is not counted.
import { setTimeout as delay } from 'node:timers/promises';
import { startCollector } from '@docfolio/process/testing/otlp-collector';
import { internalPorts } from './internal-ports.js';
import { compare, median, names, printDifferences, Subject } from './overhead.js';

const rounds = Number(process.argv[2] ?? 9);
/** ms between scrapes of the platform with metrics, as in prometheus.yml. */
const scrapeInterval = 15_000;
/** ms for which values that were read from stores are served again: the next scrape shall read them. */
const scrapeCache = 5_500;
const scrapes = 10;

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

async function scrape(): Promise<void> {
  const ports = Object.values(internalPorts(withMetrics.folder, names));
  await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).arrayBuffer()));
}

const scraping = setInterval(() => void scrape(), scrapeInterval);
try {
  await compare(subjects, rounds);
  clearInterval(scraping);
  const before = withMetrics.cpu();
  for (let count = 0; count < scrapes; count += 1) {
    await scrape();
    await delay(scrapeCache);
  }
  const idle = median(withMetrics.figures.get('idle CPU, ms per s') ?? []);
  const perScrape = (withMetrics.cpu() - before) / scrapes - (idle * scrapeCache) / 1_000;
  printDifferences(subjects);
  console.log(
    `\nCPU ms per scrape of all six processes: ${perScrape.toFixed(1)}. Spans received: ${collector.spans.length}`,
  );
} finally {
  clearInterval(scraping);
  for (const subject of subjects) await subject.stop();
  await collector.close();
}
