/** @alone replaces the package web-vitals */
import { buildReport } from '@docfolio/contracts/entities/remote-report';
import { fallBack, observeBuilds, reportRendered, setLocations } from '@docfolio/federation/failed-builds';
import { startBuildReports } from './build-reports.js';

const measure: Record<string, (metric: { value: number }) => void> = {};
jest.mock('web-vitals', () => ({
  onLCP: (callback: never) => Object.assign(measure, { lcp: callback }),
  onCLS: (callback: never) => Object.assign(measure, { cls: callback }),
  onINP: (callback: never) => Object.assign(measure, { inp: callback }),
}));

const token = 'key.nonce.time.blog:aaaaaaa-11111111:0.signature';
/** The header `Server-Timing` of the page, as browsers show it. */
let serverTiming: { name: string; description: string }[];
Object.assign(performance, { getEntriesByType: () => [{ serverTiming }] });

const sent: Promise<unknown>[] = [];
/** Returns the reports that were sent since the last call. */
const reports = async () => {
  const bodies = (await Promise.all(sent.splice(0))) as { reports: unknown[]; token: string }[];
  for (const body of bodies) expect(body.token).toBe(token);
  return bodies.flatMap((body) => body.reports).map((report) => buildReport.parse(report));
};

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

const build = 'aaaaaaa-11111111';
const blog = {
  ...{ build, folder: `/remotes/blog/${build}/`, entry: 'e.js', globalName: 'docfolio_blog', integrity: 'sha384-x' },
};

let visibility = 'visible';
let stop: () => void;
afterEach(() => stop());
beforeEach(() => {
  sessionStorage.clear();
  observeBuilds({ rendered: () => {}, failed: () => {} });
  visibility = 'visible';
  serverTiming = [{ name: 'page', description: token }];
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  Object.assign(navigator, {
    sendBeacon: (path: string, body: Blob) => {
      expect([path, body.type]).toEqual(['/api/v1/remote-reports', 'application/json']);
      sent.push(textOf(body).then((text) => JSON.parse(text)));
      return true;
    },
  });
});

it('reports a rendered build once per page', async () => {
  setLocations({ blog: blog });
  stop = startBuildReports();
  reportRendered('blog');
  reportRendered('blog');
  expect(await reports()).toEqual([{ remote: 'blog', build, result: 'loaded' }]);
});

it.each([
  ['without a token', []],
  ['with other timings only', [{ name: 'cache', description: 'hit' }]],
])('reports nothing of a page %s', async (_, timings) => {
  serverTiming = timings;
  setLocations({ blog });
  stop = startBuildReports();
  reportRendered('blog');
  fallBack('blog', 'it failed');
  window.dispatchEvent(new ErrorEvent('error', { filename: `https://docfolio.example/remotes/blog/${build}/12.js` }));
  expect(await reports()).toEqual([]);
});

it('reports a build that failed to load, and the delivered build that was rendered in its place as null', async () => {
  setLocations({ blog: { ...blog, fallback: { ...blog, build: undefined, folder: '/remotes/blog/' } } });
  stop = startBuildReports();
  fallBack('blog', 'one of its files did not load');
  reportRendered('blog');
  expect(await reports()).toEqual([
    { remote: 'blog', build, result: 'failed' },
    { remote: 'blog', build: null, result: 'loaded' },
  ]);
});

it('reports the first uncaught error of a build’s files, and none of other scripts', async () => {
  setLocations({ blog: blog });
  stop = startBuildReports();
  reportRendered('blog');
  const error = (filename: string) => window.dispatchEvent(new ErrorEvent('error', { filename }));
  error('https://docfolio.example/assets/main.js');
  for (let times = 0; times < 3; times += 1) error(`https://docfolio.example/remotes/blog/${build}/12.js`);
  expect(await reports()).toEqual([
    { remote: 'blog', build, result: 'loaded' },
    { remote: 'blog', build, result: 'error' },
  ]);
});

it('reports the Web Vitals of the first rendered remote once, when the page is hidden', async () => {
  setLocations({ blog: blog, site: { ...blog, folder: '/remotes/site/' } });
  stop = startBuildReports();
  reportRendered('blog');
  reportRendered('site');
  await reports();
  await new Promise((resolve) => setTimeout(resolve));
  measure.lcp!({ value: 1_234.5 });
  measure.cls!({ value: 0.0213 });
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await reports()).toEqual([]);
  visibility = 'hidden';
  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await reports()).toEqual([{ remote: 'blog', build, result: 'vitals', lcp: 1_235, cls: 0.0213 }]);
});
