/** @alone replaces the package web-vitals */
import { buildReport } from '@docfolio/contracts/remote-report';
import { fallBack, reportRendered, setLocations } from '@docfolio/federation/failed-builds';
import { startBuildReports } from './build-reports.js';

const measure: Record<string, (metric: { value: number }) => void> = {};
jest.mock('web-vitals', () => ({
  onLCP: (callback: never) => Object.assign(measure, { lcp: callback }),
  onCLS: (callback: never) => Object.assign(measure, { cls: callback }),
  onINP: (callback: never) => Object.assign(measure, { inp: callback }),
}));

const sent: Promise<unknown>[] = [];
/** Returns the reports that were sent since the last call. */
const reports = async () => {
  const bodies = (await Promise.all(sent.splice(0))) as { reports: unknown[] }[];
  return bodies.flatMap((body) => body.reports).map((report) => buildReport.parse(report));
};

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

const build = 'aaaaaaa-11111111';
const blog = (reportsShare: number, id: string | undefined = build) => ({
  ...{ build: id, folder: `/remotes/blog/${id}/`, entry: 'e.js', globalName: 'docfolio_blog', integrity: 'sha384-x' },
  reports: reportsShare,
});

let visibility = 'visible';
let stop: () => void;
afterEach(() => stop());
beforeEach(() => {
  sessionStorage.clear();
  visibility = 'visible';
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
  setLocations({ blog: blog(1) });
  stop = startBuildReports(0.5);
  reportRendered('blog');
  reportRendered('blog');
  expect(await reports()).toEqual([{ remote: 'blog', build, result: 'loaded' }]);
});

it('reports nothing of a page outside the share, and nothing without a share', async () => {
  setLocations({ blog: blog(0.1), site: { ...blog(1), reports: undefined } });
  stop = startBuildReports(0.1);
  reportRendered('blog');
  reportRendered('site');
  fallBack('blog', 'it failed');
  expect(await reports()).toEqual([]);
});

it('reports a build that failed to load, and the delivered build that was rendered in its place as null', async () => {
  setLocations({ blog: { ...blog(1), fallback: { ...blog(1), build: undefined, folder: '/remotes/blog/' } } });
  stop = startBuildReports(0);
  fallBack('blog', 'one of its files did not load');
  reportRendered('blog');
  expect(await reports()).toEqual([
    { remote: 'blog', build, result: 'failed' },
    { remote: 'blog', build: null, result: 'loaded' },
  ]);
});

it('reports the first uncaught error of a build’s files, and none of other scripts', async () => {
  setLocations({ blog: blog(1) });
  stop = startBuildReports(0);
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
  setLocations({ blog: blog(1), site: { ...blog(1), folder: '/remotes/site/' } });
  stop = startBuildReports(0);
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
