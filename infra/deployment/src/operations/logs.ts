interface Entry {
  level: string | number;
  name?: string;
  service?: string;
  msg: string;
  err?: { message?: string };
}

/** Levels of web, which are numbers, by those of services and gateway. */
const severe = new Set<string | number>(['error', 'fatal', 50, 60]);
const notable = new Set<string | number>([...severe, 'warn', 40]);
/** Warnings that mean that a version does not understand what the other has written. */
const misunderstood = /^(job failed|event handler failed|unknown event|malformed|invalid)/;

function entriesOf(logs: string): Entry[] {
  return logs
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ level }) => notable.has(level));
}

const titleOf = ({ name, service, msg }: Entry) => `${name ?? service}: ${msg}`;

/** Returns errors, and warnings that one version wrote because of the other. */
export function logProblems(logs: string): string[] {
  return entriesOf(logs)
    .filter(({ level, msg }) => severe.has(level) || misunderstood.test(msg))
    .map((entry) => `log of ${titleOf(entry)} (${entry.err?.message ?? 'no error'})`);
}

/** Returns the messages of all warnings and errors, with their numbers. */
export function noteworthy(logs: string): string {
  const counts = new Map<string, number>();
  for (const entry of entriesOf(logs)) counts.set(titleOf(entry), (counts.get(titleOf(entry)) ?? 0) + 1);
  const lines = [...counts].sort().map(([title, count]) => `  ${String(count).padStart(5)}  ${title}`);
  return lines.join('\n') || '  none';
}
