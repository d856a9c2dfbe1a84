import type { BuildReport } from '@docfolio/contracts/entities/remote-report';
import { pageTokenTiming } from '@docfolio/contracts/generated/constants';
import { observeBuilds } from '@docfolio/federation/runtime';

const path = '/api/v1/remote-reports';

type Build = Pick<BuildReport, 'remote' | 'build'>;

/**
 * Reports how the remotes' builds do in this page: loads, failures, uncaught errors, and the Web Vitals of the remote
 * that the page was opened with. Only pages with a token report, a share of all; nothing in it identifies a visitor.
 * @returns a function that ends the reports of errors
 */
export function startBuildReports(): () => void {
  const token = readToken();
  if (!token) return () => {};
  const send = (report: BuildReport) => sendReport(report, token);
  /** Builds rendered in this page, by the URL of their folder. */
  const rendered = new Map<string, Build>();
  observeBuilds({
    rendered(remote, { build = null, folder }) {
      if (rendered.has(folder)) return;
      const known = { remote, build };
      send({ ...known, result: 'loaded' });
      if (rendered.size === 0) void reportVitals(known, send);
      rendered.set(folder, known);
    },
    failed(remote, { build = null }) {
      send({ remote, build, result: 'failed' });
    },
  });

  const failing = new Set<Build>();
  const reportError = (source: string) => {
    // The folder of a delivered build contains those of the remote's deployed builds.
    const [folder = ''] = [...rendered.keys()]
      .filter((url) => source.includes(url))
      .sort((x, y) => y.length - x.length);
    const build = rendered.get(folder);
    if (!build || failing.has(build)) return;
    failing.add(build);
    send({ ...build, result: 'error' });
  };
  const onError = ({ filename, error }: ErrorEvent) => reportError(`${filename} ${stackOf(error)}`);
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(stackOf(reason));
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? '') : '');

async function reportVitals(build: Build, send: (report: BuildReport) => void): Promise<void> {
  const { onCLS, onINP, onLCP } = await import(/* webpackChunkName: "lazy-vitals" */ 'web-vitals');
  const vitals: Pick<BuildReport, 'lcp' | 'cls' | 'inp'> = {};
  onLCP(({ value }) => {
    vitals.lcp = Math.round(value);
  });
  onCLS(({ value }) => {
    vitals.cls = value;
  });
  onINP(({ value }) => {
    vitals.inp = Math.round(value);
  });
  const sendWhenHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', sendWhenHidden);
    if (Object.keys(vitals).length > 0) send({ ...build, result: 'vitals', ...vitals });
  };
  // On the window, which the event reaches after the library's listeners on the document have set the final values.
  addEventListener('visibilitychange', sendWhenHidden);
}

/** Returns the token of this page, which its response had in `Server-Timing`: browsers show it over HTTPS only. */
function readToken(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming?.find(({ name }) => name === pageTokenTiming)?.description;
}

function sendReport(report: BuildReport, token: string): void {
  const body = new Blob([JSON.stringify({ reports: [report], token })], { type: 'application/json' });
  // The page has nothing to do about a report that is lost.
  navigator.sendBeacon(path, body);
}
