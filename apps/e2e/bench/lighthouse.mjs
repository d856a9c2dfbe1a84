// `npm run bench -- --lighthouse [/path ...]`: prints medians of RUNS runs (5) of Lighthouse's mobile preset on the built
// platform with demo records. Exits with 1 if a page misses its budget.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumFlags, chromiumPath } from '../chromium.mjs';
import { withAttempts } from './attempts.mjs';
import { median } from './report.mjs';
import { longestPost, withDemoSite } from './site.mjs';

const runs = Number(process.env.RUNS ?? 5);
/** Minimum scores (of 100), and the layout shift that a page must stay below. */
const budget = { accessibility: 100, 'best-practices': 100, seo: 100, performance: 95, shift: 0.02 };
const categories = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);

await withDemoSite(async ({ url }) => {
  const asked = process.argv.slice(2);
  const paths = asked.length > 0 ? asked : ['/', '/services', '/blog', `/blog/${await longestPost(url)}`];
  const rows = [];
  for (const path of paths) {
    const measured = [];
    for (let run = 1; run <= runs; run += 1) {
      const report = (/** @type {string} */ line) => console.error(`${path}, run ${run} of ${runs}: ${line}`);
      measured.push(await withAttempts(() => audit(`${url}${path}`), report));
      report(`performance ${measured.at(-1)?.numbers.performance}`);
    }
    const middle = Object.fromEntries(
      Object.keys(measured[0].numbers).map((key) => [key, median(measured.map(({ numbers }) => numbers[key]))]),
    );
    rows.push({ path, ...middle });
    const failed = new Set(measured.flatMap(({ failures }) => failures));
    if (failed.size > 0) console.log(`${path}: ${[...failed].join(', ')}`);
  }
  print(rows);
});

/** @param {string} address */
async function audit(address) {
  const chrome = await launch({ chromePath: chromiumPath, chromeFlags: ['--headless', ...chromiumFlags] });
  try {
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', onlyCategories: [...categories] });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result');
    const { audits } = result.lhr;
    const score = (/** @type {string} */ name) => Math.round((result.lhr.categories[name]?.score ?? 0) * 100);
    const requests = /** @type {{ resourceType: string, transferSize: number }[]} */ (
      /** @type {{ items: unknown[] }} */ (audits['network-requests'].details).items
    );
    const kilobytes = (/** @type {string} */ type) =>
      requests
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
    // Without performance, whose numbers are reported instead.
    const failures = categories
      .filter((name) => name !== 'performance')
      .flatMap((name) => result.lhr.categories[name].auditRefs)
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => id);
    return {
      failures,
      numbers: {
        ...Object.fromEntries(categories.map((name) => [name, score(name)])),
        fcp: audits['first-contentful-paint'].numericValue ?? Number.NaN,
        lcp: audits['largest-contentful-paint'].numericValue ?? Number.NaN,
        tbt: audits['total-blocking-time'].numericValue ?? Number.NaN,
        shift: audits['cumulative-layout-shift'].numericValue ?? Number.NaN,
        js: kilobytes('Script'),
        css: kilobytes('Stylesheet'),
      },
    };
  } finally {
    chrome.kill();
  }
}

/** @param {Record<string, number | string>[]} rows */
function print(rows) {
  const line = (/** @type {(string | number)[]} */ cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(44) : String(cell).padStart(8))).join(' '));
  line(['page', 'perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'JS KB', 'CSS KB']);
  for (const row of rows) {
    const number = (/** @type {string} */ key, digits = 0) => Number(row[key]).toFixed(digits);
    line([
      row.path,
      ...['performance', 'accessibility', 'best-practices', 'seo', 'fcp', 'lcp', 'tbt'].map((key) => number(key)),
      number('shift', 3),
      number('js', 1),
      number('css', 1),
    ]);
  }
  const missed = rows.flatMap((row) => [
    ...categories.filter((name) => row[name] < budget[name]).map((name) => `${row.path} ${name} ${row[name]}`),
    ...(row.shift >= budget.shift ? [`${row.path} layout shift ${row.shift}`] : []),
  ]);
  console.log(missed.length > 0 ? `\nMissed: ${missed.join('; ')}` : '\nAll within budget.');
  if (missed.length > 0) process.exitCode = 1;
}
