// `npm run bench`: measures the goals of goals.mjs on the built platform, prints one table and writes bench.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { goals } from './goals.mjs';
import { machine } from './machine.mjs';
import { BenchPlatform } from './platform.mjs';
import { detailsOf, figuresOf, tableOf } from './report.mjs';
import { firstVisits } from './sections/browser.mjs';
import { forms } from './sections/forms.mjs';
import { fresh } from './sections/fresh.mjs';
import { leads, posts, scaling } from './sections/large.mjs';
import { lcp } from './sections/lcp.mjs';
import { reads } from './sections/reads.mjs';
import { idle, memory, memoryAfterStart } from './sections/still.mjs';
import { withDataDir, withDemoSite } from './site.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    ghost: { type: 'string' },
    compare: { type: 'string' },
    out: { type: 'string', default: 'bench.json' },
  },
});
const asked = values.only?.split(',').map((name) => name.trim());
const unknown = asked?.filter((name) => !goals.some(({ row, section }) => row === name || section === name));
if (unknown?.length) {
  console.error(
    `Unknown: ${unknown.join(', ')}. Sections: ${[...new Set(goals.map(({ section }) => section))].join(', ')}. Rows: ${goals.map(({ row }) => row).join(', ')}.`,
  );
  process.exit(2);
}
const chosen = goals.filter(({ row, section, onRequest }) =>
  asked ? asked.includes(row) || asked.includes(section) : !onRequest,
);
const wants = (/** @type {string} */ name) => chosen.some(({ row, section }) => row === name || section === name);
// Relative to where npm was called.
const fileAt = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const before = values.compare ? JSON.parse(readFileSync(fileAt(values.compare), 'utf8')) : undefined;

const about = machine();
const measured = [];
/** @param {string} name @param {() => Promise<import('./report.mjs').Measured[]>} work */
async function section(name, work) {
  const began = performance.now();
  process.stderr.write(`${name} ... `);
  measured.push(...(await work()));
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}

await withDataDir(async (dataDir) => {
  let platform = await BenchPlatform.start(dataDir, { SEED: 'demo' });
  try {
    if (wants('start') || wants('start-cpu')) {
      await section('start', async () => {
        const starts = [];
        for (let run = 0; run < 3; run += 1) {
          await platform.settle();
          await platform.stop();
          platform = await BenchPlatform.start(dataDir);
          starts.push(platform.start);
        }
        return [
          { row: 'start', runs: starts.map(({ wall }) => wall / 1000) },
          { row: 'start-cpu', runs: starts.map(({ cpu }) => cpu / 1000) },
        ];
      });
    } else if (wants('memory') || wants('idle')) {
      await platform.stop();
      platform = await BenchPlatform.start(dataDir);
    }
    if (wants('memory')) await section('memory', () => memoryAfterStart(platform));
    if (wants('idle')) await section('idle', () => idle(platform));
    else await platform.measureIdle(10_000);
    if (wants('first-visit')) await section('browser', () => firstVisits(platform));
    if (wants('reads')) await section('reads', () => reads(platform));
    if (wants('fresh')) await section('fresh', () => fresh(platform));
    if (wants('forms')) await section('forms', () => forms(platform));
    if (wants('memory-load')) await section('memory after load', () => memory(platform, 'memory-load'));
    // Last, because large databases change all other figures.
    if (wants('posts')) await section('posts', () => posts(platform));
    if (wants('leads')) await section('leads', () => leads(platform));
  } finally {
    await platform.stop();
  }
});

if (wants('lcp')) {
  const { ghost } = values;
  if (ghost)
    await section('lcp', () => withDemoSite(async (platform) => lcp(platform, fileAt(ghost), platform.dataDir)));
  else console.error('lcp is skipped: --ghost names no folder with an installed Ghost.');
}
if (wants('scaling')) await section('scaling', () => withDemoSite(scaling));

const figures = figuresOf(goals, measured);
writeFileSync(fileAt(values.out), `${JSON.stringify({ machine: about, figures }, null, 2)}\n`);
console.log(
  `\n${Object.entries(about)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}\n`,
);
console.log(`${detailsOf(figures)}\n`);
console.log(tableOf(figures, before?.figures));
