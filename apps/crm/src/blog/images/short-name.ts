/** Characters of a long file name that stay at its beginning; `end`: before the extension. */
const beginning = 6;
const end = 6;

/** Shortens a file name to '176371…x7k2p9.png', because generated names differ at their ends. */
export function shortName(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  if (stem.length <= beginning + end + 1) return name;
  return `${stem.slice(0, beginning)}…${stem.slice(-end)}${dot > 0 ? name.slice(dot) : ''}`;
}
