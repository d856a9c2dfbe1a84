import { type ProcessReport, processReport, reportLifetime, type UnservedBuild } from './process-report.js';

/** Returns the builds that replicas of the web process do not serve, each once. */
export function unservedBuilds(reports: readonly Pick<ProcessReport, 'figures'>[]): UnservedBuild[] {
  const found = new Map<string, UnservedBuild>();
  for (const { figures } of reports)
    for (const unserved of figures.unserved_builds ?? []) found.set(`${unserved.remote} ${unserved.build}`, unserved);
  return [...found.values()].sort((a, b) => (`${a.remote} ${a.build}` < `${b.remote} ${b.build}` ? -1 : 1));
}

/** Returns the reports of replicas that run, of those that Redis holds as JSON. Those of other versions are left out. */
export function currentReports(stored: readonly string[], now: number): ProcessReport[] {
  return stored.flatMap((text) => {
    const { data } = processReport.safeParse(parsed(text));
    return data && now - Date.parse(data.at) <= reportLifetime ? [data] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
