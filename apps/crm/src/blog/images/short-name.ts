/** Characters of the beginning, and of the random part before the extension, that a cut name keeps. */
const beginning = 6;
const end = 6;

/** '176371…x7k2p9.png': cut in the middle, for the ends of the names differ while their beginnings do not. */
export function shortName(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  if (stem.length <= beginning + end + 1) return name;
  return `${stem.slice(0, beginning)}…${stem.slice(-end)}${dot > 0 ? name.slice(dot) : ''}`;
}
