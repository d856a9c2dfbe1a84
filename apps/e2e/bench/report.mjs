/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {{ row: string, runs: number[], note?: string, detail?: Record<string, number> }} Measured */
/** @typedef {Goal & { median: number, runs: number[], note?: string, detail?: Record<string, number>, verdict?: 'pass' | 'miss' }} Figure */

/** Returns the median; the mean of the middle two of an even number of values. @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the value below which this share of values lies. @param {number[]} values @param {number} share 0 to 1 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the medians by name. @param {Record<string, number>[]} all */
export function mediansByName(all) {
  const names = [...new Set(all.flatMap((each) => Object.keys(each)))];
  return Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name] ?? 0))]));
}

/** Returns `pass` or `miss`; undefined without a goal. @param {Goal} goal @param {number} value */
export function verdictOf({ goal, higher }, value) {
  if (goal === undefined) return undefined;
  return (higher ? value >= goal : value <= goal) ? 'pass' : 'miss';
}

/**
 * Returns the figures in the order of the goals. @throws Error for a measured row that the goals do not name
 * @param {Goal[]} goals @param {Measured[]} measured @returns {Figure[]}
 */
export function figuresOf(goals, measured) {
  const unknown = measured.filter(({ row }) => !goals.some((goal) => goal.row === row));
  if (unknown.length > 0) throw new Error(`Not in goals.mjs: ${unknown.map(({ row }) => row).join(', ')}`);
  return goals.flatMap((goal) => {
    const found = measured.find(({ row }) => row === goal.row);
    if (!found) return [];
    const value = median(found.runs);
    const verdict = verdictOf(goal, value);
    return [{ ...goal, ...found, median: value, ...(verdict && { verdict }) }];
  });
}

/** Returns a number with three significant digits, and no more than its integer part from 100 on. @param {number} value */
export function shortNumber(value) {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/**
 * Returns the change of a figure in percent, and whether it is more than the runs of both scatter.
 * @param {Figure} before @param {Figure} now
 */
export function changeOf(before, now) {
  const percent = (now.median / before.median - 1) * 100;
  const overlaps =
    Math.min(...now.runs) <= Math.max(...before.runs) && Math.min(...before.runs) <= Math.max(...now.runs);
  return { percent, clear: !overlaps };
}

/** @param {Figure[]} figures @param {Figure[]} [before] figures of an earlier run, for a column of changes */
export function tableOf(figures, before) {
  const unit = (/** @type {Figure} */ { unit }, /** @type {number} */ value) => `${shortNumber(value)} ${unit}`;
  const heads = ['figure', 'row', 'goal', ...(before ? ['before'] : []), 'measured', ...(before ? ['change'] : []), ''];
  const rows = figures.map((figure) => {
    const earlier = before?.find(({ row }) => row === figure.row);
    const { percent, clear } = earlier ? changeOf(earlier, figure) : { percent: Number.NaN, clear: false };
    const change = Number.isFinite(percent)
      ? `${percent > 0 ? '+' : ''}${percent.toFixed(0)} %${clear ? '' : ' ~'}`
      : '';
    return [
      figure.what,
      figure.row,
      figure.goal === undefined ? '' : `${figure.higher ? '>=' : '<='} ${unit(figure, figure.goal)}`,
      ...(before ? [earlier ? unit(figure, earlier.median) : ''] : []),
      unit(figure, figure.median),
      ...(before ? [change] : []),
      [figure.verdict, figure.note].filter(Boolean).join('  '),
    ];
  });
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) =>
        column < 2 || column === heads.length - 1 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
  if (before) lines.push('', '~ within what the runs scatter');
  return lines.join('\n');
}

/** Returns one line per figure that was measured by process. @param {Figure[]} figures */
export function detailsOf(figures) {
  return figures
    .flatMap(({ row, detail, unit }) => {
      if (!detail) return [];
      const parts = Object.entries(detail).sort(([, a], [, b]) => b - a);
      return [`${row} (${unit}): ${parts.map(([name, value]) => `${name} ${shortNumber(value)}`).join(', ')}`];
    })
    .join('\n');
}
