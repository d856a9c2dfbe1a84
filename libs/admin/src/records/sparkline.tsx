export interface SparklineProps {
  /** One value per point in time, oldest first; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Values at the same points in time, for comparison; rendered behind on the same scale. */
  behind?: readonly (number | null)[];
  tone: 'faint' | 'info' | 'warning';
  width: number;
  height: number;
}

/** Share of the height that stays free above and below the lines. */
const air = 0.12;
const dotRadius = 2;
const tones = { faint: 'text-faint', info: 'text-info', warning: 'text-warning' };

/** A small line without axes, with a dot at its end. Decorative: the number is beside it. Nothing without values. */
export function Sparkline({ values, behind = [], tone, width, height }: SparklineProps) {
  const measured = [...values, ...behind].filter((value) => value !== null);
  const low = Math.min(...measured);
  const high = Math.max(...measured);
  const pointsOf = (line: readonly (number | null)[]) =>
    line.flatMap((value, index) => {
      if (value === null) return [];
      const x = 1 + (index / (line.length - 1)) * (width - 1 - dotRadius);
      const level = high === low ? 0.5 : (value - low) / (high - low);
      return [{ x: round(x), y: round(height * (1 - air - level * (1 - 2 * air))) }];
    });
  const points = pointsOf(values);
  const end = points.at(-1);
  if (!end) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`block min-w-0 max-w-full ${tones[tone]}`}
    >
      <polyline points={textOf(pointsOf(behind))} strokeWidth={1.25} className="stroke-line-field" />
      <polyline points={textOf(points)} strokeWidth={1.4} className="stroke-current" />
      <circle cx={end.x} cy={end.y} r={dotRadius} className="fill-current" />
    </svg>
  );
}

const round = (coordinate: number) => Math.round(coordinate * 100) / 100;
const textOf = (points: { x: number; y: number }[]) => points.map(({ x, y }) => `${x},${y}`).join(' ');
