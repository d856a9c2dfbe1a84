/** One series of a scraped process. */
export interface Series {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Parses the text of `GET /metrics`. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function parseExposition(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) return [];
    const [, name = '', labels = '', value = ''] = match;
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
      label,
      text,
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

/** Returns the value of the series with a name that has these labels among its own; undefined if there is none. */
export function seriesValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const has = (series: Series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value);
  return parseExposition(text).find((series) => series.name === name && has(series))?.value;
}
