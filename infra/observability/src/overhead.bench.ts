// `npm run bench -- observability`: what METRICS=on costs. Two platforms, one with it and one without, get the same
// load in turns. Prints medians of the CPU time per request of all processes, of their memory, and of the idle CPU.
import { setTimeout as delay } from 'node:timers/promises';
import { internalPorts } from './internal-ports.js';
import { compare, median, names, printMedians, Subject } from './overhead.js';

const rounds = Number(process.argv[2] ?? 9);
/** ms between scrapes of the platform with metrics, as in prometheus.yml. */
const scrapeInterval = 15_000;

const off = await Subject.start('off', { METRICS: 'off' });
const on = await Subject.start('on', { METRICS: 'on' });

async function scrape(): Promise<void> {
  const ports = Object.values(internalPorts(on.folder, names));
  await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).arrayBuffer()));
}

const scraping = setInterval(() => void scrape(), scrapeInterval);
try {
  await compare([off, on], rounds);
  const scrapes = 10;
  const before = on.cpu();
  for (let count = 0; count < scrapes; count += 1) {
    await scrape();
    // Values are served again for 5 s: the next one shall read them.
    await delay(5_500);
  }
  const idle = median(on.figures.get('idle CPU, ms per s') ?? []);
  console.log(`CPU ms per scrape of all six processes: ${((on.cpu() - before) / scrapes - idle * 5.5).toFixed(1)}`);
  printMedians([off, on]);
} finally {
  clearInterval(scraping);
  for (const subject of [off, on]) await subject.stop();
}
